# SPDX-License-Identifier: Apache-2.0
"""A workbench under test: starts the program, speaks HTTP and WebSocket to it by hand, with no package at all."""
import base64
import hashlib
import json
import os
import signal
import socket
import struct
import subprocess
import time
import urllib.parse

PATIENCE = 600  # s: a guard against hanging, never a measure of speed


class Reply:
    def __init__(self, status, headers, body):
        self.status, self.headers, self.body = status, headers, body


def read_reply(stream):
    """The next HTTP reply of a socket: status, headers (lower case), body. Status 0: the other side closed."""
    data = b""
    while b"\r\n\r\n" not in data:
        try:
            block = stream.recv(65536)
        except ConnectionResetError:
            block = b""
        if not block:
            return Reply(0, {}, data)
        data += block
    head, body = data.split(b"\r\n\r\n", 1)
    lines = head.decode("latin-1").split("\r\n")
    headers = {}
    for line in lines[1:]:
        name, value = line.split(":", 1)
        headers.setdefault(name.lower(), []).append(value.strip())
    length = int(headers.get("content-length", ["0"])[0])
    while len(body) < length:
        block = stream.recv(65536)
        if not block:
            break
        body += block
    return Reply(int(lines[0].split()[1]), headers, body)


class Workbench:
    """The program, started; its link is the first line of its standard output. Without a folder for its state it keeps nothing."""
    scheme = "http"

    def __init__(self, program, *arguments, state=None):
        keeping = ["--no-state"] if state is None else []
        self.process = subprocess.Popen(
            [program, "workbench", "--no-browser", *keeping, *arguments],
            env={**os.environ, "XDG_STATE_HOME": state or ""},
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.link = self.process.stdout.readline().strip()
        if not self.link:
            raise RuntimeError("no link: " + self.process.stderr.read())
        self.enter(self.link)

    def enter(self, link):
        """Whose door the requests are sent to: that of the link."""
        parts = urllib.parse.urlsplit(link)
        self.address, self.port, self.host = parts.hostname, parts.port, parts.netloc
        self.code = urllib.parse.parse_qs(parts.query)["code"][0]
        self.cookie = ""

    def connect(self):
        stream = socket.create_connection((self.address, self.port), timeout=PATIENCE)
        stream.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return stream

    def raw(self, data):
        """One request as bytes, on a connection of its own."""
        with self.connect() as stream:
            try:
                stream.sendall(data)
            except (BrokenPipeError, ConnectionResetError):
                pass
            return read_reply(stream)

    def get(self, target, method="GET", headers=(), host=None, cookie=True):
        lines = [f"{method} {target} HTTP/1.1", f"Host: {self.host if host is None else host}"]
        if cookie and self.cookie:
            lines.append("Cookie: " + self.cookie)
        lines += [*headers, "Connection: close", "", ""]
        return self.raw("\r\n".join(lines).encode("latin-1"))

    def log_in(self):
        reply = self.get("/?code=" + self.code)
        assert reply.status == 303, reply.status
        self.cookie = reply.headers["set-cookie"][0].split(";")[0]
        return reply

    def socket(self, **how):
        return Socket(self, **how)

    def memory(self):
        """Resident bytes of the server."""
        with open(f"/proc/{self.process.pid}/statm") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")

    def descriptors(self):
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))

    def end(self, number=signal.SIGTERM):
        """Exit status."""
        self.process.send_signal(number)
        status = self.process.wait(PATIENCE)
        self.errors = self.process.stderr.read()
        return status

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        self.process.stdout.close()
        self.process.stderr.close()


class Guest(Workbench):
    """The same with a second way in, to which all requests go: that of a guest, whose link is the second line."""

    def __init__(self, program, *arguments, address="127.0.0.2", **how):
        super().__init__(program, "--listen", address, *arguments, **how)
        self.guest_link = self.process.stdout.readline().strip()
        self.enter(self.guest_link)

    def view(self, link):
        """Another visitor of the same program."""
        other = Visitor.__new__(Visitor)
        other.process = self.process
        other.scheme = self.scheme
        other.enter(link)
        return other

    def workers(self):
        """The processes that do the work of guests."""
        with open(f"/proc/{self.process.pid}/task/{self.process.pid}/children") as file:
            return [int(word) for word in file.read().split()]


class Visitor(Workbench):
    """One who did not start the program."""

    def __exit__(self, *_):
        pass


class Socket:
    """A WebSocket of RFC 6455, as much as a test needs. `refused` is the HTTP status if it did not open."""

    def __init__(self, bench, origin=None, cookie=True, path="/ws", extra=()):
        self.stream = bench.connect()
        key = base64.b64encode(os.urandom(16)).decode()
        lines = [f"GET {path} HTTP/1.1", f"Host: {bench.host}", "Upgrade: websocket", "Connection: Upgrade",
                 "Sec-WebSocket-Version: 13", f"Sec-WebSocket-Key: {key}", *extra]
        origin = f"{bench.scheme}://{bench.host}" if origin is None else origin
        if origin:
            lines.append("Origin: " + origin)
        if cookie:
            lines.append("Cookie: " + bench.cookie)
        self.stream.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
        self.buffer = b""
        self.refused = 0
        self.closed = None  # (code, reason) once the server closed
        self.next_id = 1
        while b"\r\n\r\n" not in self.buffer:
            block = self.stream.recv(65536)
            if not block:
                self.refused = -1
                return
            self.buffer += block
        head, self.buffer = self.buffer.split(b"\r\n\r\n", 1)
        status = int(head.split()[1])
        if status != 101:
            self.refused = status
            return
        accept = base64.b64encode(hashlib.sha1((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").encode()).digest())
        assert accept in head

    def frame(self, opcode, data):
        mask = os.urandom(4)
        size = len(data)
        head = bytes([0x80 | opcode])
        if size < 126:
            head += bytes([0x80 | size])
        elif size < 65536:
            head += struct.pack(">BH", 0x80 | 126, size)
        else:
            head += struct.pack(">BQ", 0x80 | 127, size)
        key = int.from_bytes(mask * (size // 4 + 1), "big") >> (8 * (len(mask) * (size // 4 + 1) - size)) if size else 0
        masked = (int.from_bytes(data, "big") ^ key).to_bytes(size, "big") if size else b""
        self.stream.sendall(head + mask + masked)

    def send_text(self, text):
        self.frame(1, text.encode())

    def send(self, **message):
        """Sends a request, numbered if it has no id; its id."""
        if "id" not in message:
            message["id"] = self.next_id
            self.next_id += 1
        self.send_text(json.dumps(message))
        return message["id"]

    def take(self, count):
        while len(self.buffer) < count:
            block = self.stream.recv(1 << 20)
            if not block:
                raise EOFError
            self.buffer += block
        out, self.buffer = self.buffer[:count], self.buffer[count:]
        return out

    def receive(self):
        """The next message: a dict, a Chunk, or None once the connection is closed."""
        while True:
            try:
                first, second = self.take(2)
                size = second & 127
                if size == 126:
                    size = struct.unpack(">H", self.take(2))[0]
                elif size == 127:
                    size = struct.unpack(">Q", self.take(8))[0]
                data = self.take(size)
            except (EOFError, ConnectionResetError):
                return None
            opcode = first & 15
            if opcode == 1:
                return json.loads(data)
            if opcode == 2:
                return Chunk(data)
            if opcode == 8:
                self.closed = (struct.unpack(">H", data[:2])[0], data[2:].decode()) if data else (1005, "")
                return None
            if opcode == 9:
                self.frame(10, data)

    def until(self, *types, id=None, ack=True):
        """Messages up to the first of one of these types (and this id), which is the last of the list."""
        seen = []
        while True:
            message = self.receive()
            if message is None:
                raise EOFError(f"closed {self.closed} after {[getattr(m, 'get', lambda _: 'chunk')('type') for m in seen]}")
            seen.append(message)
            if isinstance(message, Chunk):
                if ack:
                    self.send(type="ack", id=message.id, chunk=message.chunk)
            elif message["type"] in types and (id is None or message["id"] == id):
                return seen

    def ask(self, **message):
        """One request, one answer."""
        number = self.send(**message)
        while True:
            answer = self.receive()
            if answer is None:
                raise EOFError(f"closed {self.closed} before the answer")
            if isinstance(answer, dict) and answer["id"] == number:
                return answer

    def run(self, text, edits=(), **more):
        """Opens a model and runs it: the model message, the rows, the done message."""
        number = self.send(type="open", text=text, edits=list(edits), **more)
        seen = self.until("done", "problems", "error", id=number)
        model = next((m for m in seen if isinstance(m, dict) and m["type"] == "model"), None)
        rows = [row for m in seen if isinstance(m, Chunk) and m.id == number for row in m.rows]
        return model, rows, seen[-1]

    def close(self):
        self.stream.close()


class Chunk:
    def __init__(self, data):
        self.id, self.chunk, self.count, self.columns = struct.unpack("<4I", data[:16])
        values = struct.unpack(f"<{self.count * self.columns}d", data[16:])
        assert len(data) == 16 + 8 * self.count * self.columns
        self.rows = [values[row::self.count] for row in range(self.count)]
