# SPDX-License-Identifier: Apache-2.0
"""Guests of `oopss workbench --listen`: where one may listen, who comes in, what a guest may use, and that the host stays apart.
The attacks of server.py run at the guests' way in as well. 127.0.0.2 stands for an address of a network: nothing leaves the machine."""
import os
import pathlib
import shutil
import socket
import ssl
import subprocess
import tempfile
import time

from program import OOPSS, run_tests
from workbench import PATIENCE, Guest, Workbench

ROOT = pathlib.Path(__file__).parents[2]
SANITIZED = b"__asan_init" in pathlib.Path(OOPSS).read_bytes()


def example(name):
    return (ROOT / "examples" / f"{name}.toml").read_text()


def opened(*words, **how):
    """A program with a host, who is logged in, and its first guest, who is not yet."""
    guest = Guest(OOPSS, *words, **how)
    host = guest.view(guest.link)
    host.log_in()
    return guest, host


def test_only_a_private_address_of_this_machine_is_listened_at():
    for address, words in (
        ("0.0.0.0", "all of them"), ("::", "all of them"), ("8.8.8.8", "public"), ("2001:4860:4860::8888", "public"),
        ("172.32.0.1", "public"), ("192.167.0.1", "public"), ("localhost", "numeric"), ("example.com", "numeric"),
        ("127.1", "numeric"), ("0x7f000002", "numeric"), ("10.255.255.254", "not of this machine"), ("127.0.0.2:80", "numeric"),
    ):
        done = subprocess.run([OOPSS, "workbench", "--no-browser", "--no-state", f"--listen={address}"], capture_output=True, text=True, timeout=PATIENCE)
        assert done.returncode == 2 and words in done.stderr, (address, done.returncode, done.stderr)
        assert done.stdout == ""
    for words in (["--guests", "3"], ["--tls", "a", "b"], ["--listen", "127.0.0.2", "--guests", "0"], ["--listen", "127.0.0.2", "--guests", "41"],
                  ["--listen", "127.0.0.2", "--tls", "one"]):
        done = subprocess.run([OOPSS, "workbench", "--no-browser", *words], capture_output=True, text=True, timeout=PATIENCE)
        assert done.returncode == 2 and done.stderr, (words, done.returncode)


def test_without_listen_nobody_but_the_host_is_let_in():
    with Workbench(OOPSS) as host:
        host.log_in()
        s = host.socket()
        welcome = s.ask(type="hello", protocol=1)
        assert welcome["invites"] is False and welcome["guest"] is False
        for message in ({"type": "guests"}, {"type": "invite"}, {"type": "revoke", "number": 1}):
            assert s.ask(**message)["code"] == "unsupported"


def test_it_is_said_that_nothing_is_encrypted_and_where_it_listens():
    guest, _ = opened()
    with guest:
        assert guest.guest_link.startswith(f"http://127.0.0.2:{guest.port}/?code=")
        with open("/proc/net/tcp") as file:
            listening = [line.split()[1] for line in file if line.split()[3] == "0A"]
        assert f"0200007F:{guest.port:04X}" in listening and f"00000000:{guest.port:04X}" not in listening
        assert guest.end() == 143
        assert "not encrypted: anyone on this network can read what they do and take over a guest's session" in guest.errors
        assert guest.code not in guest.errors
    quiet = Guest(OOPSS, "--quiet")
    with quiet:
        quiet.end()
        assert "not encrypted" in quiet.errors, "whatever was asked for"


def test_a_guests_cookie_opens_nothing_at_the_host_and_the_hosts_nothing_at_the_guests():
    guest, host = opened()
    with guest:
        reply = guest.log_in()
        name, *attributes = reply.headers["set-cookie"][0].split("; ")
        assert name.startswith(f"oopss_guest_{guest.port}=") and sorted(attributes) == ["HttpOnly", "Path=/", "SameSite=Strict"]
        assert guest.get("/").status == 200 and guest.get("/?code=" + guest.code, cookie=False).status == 403
        mine, yours = guest.cookie, host.cookie
        token = lambda cookie: cookie.split("=")[1]
        for at, cookie in ((host, mine), (host, f"oopss_{host.port}={token(mine)}"), (guest, yours),
                           (guest, f"oopss_guest_{guest.port}={token(yours)}")):
            assert at.get("/", headers=["Cookie: " + cookie], cookie=False).status == 403, cookie
        assert host.get("/", host=guest.host).status == 421 and guest.get("/", host=host.host).status == 421
        fresh = guest.view(guest.link)
        assert guest.get("/?code=" + fresh.code, cookie=False).status == 403, "the host's code is not for guests"


def test_codes_are_made_by_the_host_alone_and_work_once_until_they_are_revoked():
    guest, host = opened("--guests", "2")
    with guest:
        guest.log_in()
        h, g = host.socket(), guest.socket()
        assert h.ask(type="hello", protocol=1)["invites"] is True
        welcome = g.ask(type="hello", protocol=1)
        assert welcome["guest"] is True and welcome["invites"] is False and welcome["keeps"] is False
        for message in ({"type": "guests"}, {"type": "invite"}, {"type": "revoke", "number": 1}):
            assert g.ask(**message)["code"] == "unsupported"
        made = h.ask(type="invite")
        assert made["number"] == 2 and made["seconds"] == 600 and made["link"].startswith(f"http://{guest.host}/?code=")
        square = made["square"]
        side = len(square)
        assert (side - 17) % 4 == 0 and all(len(row) == side and set(row) <= {"0", "1"} for row in square)
        finder = ["1111111", "1000001", "1011101", "1011101", "1011101", "1000001", "1111111"]
        for top, left in ((0, 0), (0, side - 7), (side - 7, 0)):
            assert [row[left : left + 7] for row in square[top : top + 7]] == finder
        assert all(square[6][k] == "10"[k % 2] for k in range(8, side - 8)), "the row that counts the cells"
        third = h.ask(type="invite")
        assert third["code"] == "limit" and "2" in third["message"]
        second = guest.view(made["link"])
        assert [row["state"] for row in h.ask(type="guests")["guests"]] == ["here", "invited"]
        assert [row["state"] for row in h.ask(type="revoke", number=2)["guests"]] == ["here", "revoked"]
        assert second.get("/?code=" + second.code).status == 403, "a code that was taken back"
        again = guest.view(h.ask(type="invite")["link"])
        again.log_in()
        s = again.socket()
        s.ask(type="hello", protocol=1)
        assert h.ask(type="revoke", number=3)["guests"][2]["state"] == "revoked"
        assert s.receive() is None and s.closed[0] == 1001, s.closed
        assert again.get("/").status == 403 and again.socket().refused == 403
        assert g.ask(type="hello", protocol=1)["type"] == "welcome", "the other guest stays"
        assert h.ask(type="revoke", number=9)["type"] == "error"


def test_a_guest_works_on_a_copy_with_the_numbers_of_the_host_and_keeps_nothing():
    with tempfile.TemporaryDirectory() as state:
        guest, host = opened("two-body", state=state)
        with guest:
            guest.log_in()
            h, g = host.socket(), guest.socket()
            first = g.ask(type="hello", protocol=1)["first"]
            assert first == h.ask(type="hello", protocol=1)["first"]
            edit = [{"kind": "set", "path": "body.arm.mass", "value": "7"}]
            _, ours, done = g.run(first, edit)
            _, theirs, _ = h.run(first, edit)
            assert done["status"] == "complete" and ours == theirs
            for message in ({"type": "keep", "work": "a" * 32, "text": first, "opened": "", "past": [], "future": []},
                            {"type": "forget"}, {"type": "work", "work": "a" * 32}):
                assert g.ask(**message)["type"] == "error", message
            assert g.ask(type="equations", text=first)["type"] == "equations"
            assert g.ask(type="equilibria", text=first)["type"] == "equilibria"
            refused = g.ask(type="equilibria", text=first, certify=True)
            assert refused["code"] == "unsupported" and "guests" in refused["message"]
        assert [path for path in pathlib.Path(state).rglob("*") if path.is_file()] == []


def test_a_guest_has_one_process_with_limits_and_one_page():
    guest, host = opened()
    with guest:
        guest.log_in()
        g = guest.socket()
        g.ask(type="hello", protocol=1)
        (worker,) = guest.workers()
        limits = {line[:26].strip(): line[26:].split()[0] for line in open(f"/proc/{worker}/limits")}
        assert limits["Max file size"] == limits["Max core file size"] == "0"
        if not SANITIZED:
            assert 64e6 < int(limits["Max data size"]) < 100e6, limits["Max data size"]
        words = open(f"/proc/{worker}/cmdline").read() + open(f"/proc/{worker}/environ").read()
        assert guest.code not in words and guest.cookie.split("=")[1] not in words
        second = guest.socket()
        assert second.receive() is None and second.closed[0] == 1013, second.closed
        os.kill(worker, 9)
        assert g.receive() is None and g.closed[0] == 1013, "the page is told, and begins anew"
        while True:
            g = guest.socket()
            g.send(type="hello", protocol=1)
            if g.receive():
                break
            time.sleep(0.05)
        assert host.socket().ask(type="hello", protocol=1)["type"] == "welcome"


def test_what_is_too_much_for_a_guest_is_said():
    guest, host = opened()
    with guest:
        guest.log_in()
        g = guest.socket()
        text = example("two-body")
        assert g.ask(type="open", text="#" * (300 << 10))["code"] == "limit"
        assert g.ask(type="open", text=text.replace("until  = 50.0", "until  = 1e6"))["code"] == "limit"
        large = text[: text.index("[[body]]")] + "[chain]\nlinks = 20000\nlength = 1.0\nmass = 1.0\nrods = \"uniform\"\n[run]\nuntil = 1.0\n"
        try:
            answer = g.ask(type="open", text=large)
            assert answer["type"] in ("error", "problems", "model"), answer
        except EOFError:
            assert g.closed[0] == 1013  # the process had no memory left, and the host has
        assert host.socket().ask(type="hello", protocol=1)["type"] == "welcome"


def test_a_run_of_a_guest_ends_after_five_seconds_of_computing():
    guest, _ = opened()
    with guest:
        guest.log_in()
        g = guest.socket()
        edit = [{"kind": "run", "until": "1e7", "every": "1000", "method": "taylor", "step": "", "tolerance": "1e-16"}]
        begin = time.monotonic()
        _, rows, done = g.run(example("two-body"), edit)
        assert done["type"] == "done" and done["status"] == "failed" and "5 s" in done["error"], done
        assert rows and time.monotonic() - begin > 4.9
        assert g.ask(type="hello", protocol=1)["type"] == "welcome"


def test_forty_guests_leave_the_hosts_slider_alive():
    guest, host = opened("--guests", "40")
    with guest:
        h = host.socket()
        text = h.ask(type="hello", protocol=1)["first"]
        guests = [guest]
        while len(guests) < (8 if SANITIZED else 40):
            guests.append(guest.view(h.ask(type="invite")["link"]))
        for one in guests:
            one.log_in()
        sockets = [one.socket() for one in guests]
        for s in sockets:
            s.send(type="open", text=text, id=77)
        for value in ("4", "5", "6"):
            _, rows, done = h.run(text, [{"kind": "set", "path": "body.arm.mass", "value": value}])
            assert done["status"] == "complete" and rows
        for s in sockets:
            assert s.until("done", id=77)[-1]["status"] == "complete"
        assert len(guest.workers()) == len(guests)
        for s in sockets:
            s.close()
        while guest.workers():  # one that leaks stays
            time.sleep(0.05)


class Encrypted(Guest):
    scheme = "https"

    def connect(self):
        stream = super().connect()
        if self.address == "127.0.0.1":
            return stream
        context = ssl.create_default_context(cafile=self.trusted)
        return context.wrap_socket(stream, server_hostname=self.address)


def test_with_a_certificate_guests_are_encrypted():
    if not shutil.which("openssl"):
        print("there is no openssl to make a certificate: TLS was not tested")
        return
    with tempfile.TemporaryDirectory() as folder:
        certificate, key, other = (os.path.join(folder, name) for name in ("cert.pem", "key.pem", "other.pem"))
        make = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
                "-subj", "/CN=oopss", "-addext", "subjectAltName=IP:127.0.0.2"]
        subprocess.run([*make, "-keyout", key, "-out", certificate], check=True, capture_output=True)
        subprocess.run([*make, "-keyout", other, "-out", os.path.join(folder, "x.pem")], check=True, capture_output=True)
        for files in ((certificate, other), (folder + "/none.pem", key), (key, key)):
            done = subprocess.run([OOPSS, "workbench", "--no-browser", "--no-state", "--listen", "127.0.0.2", "--tls", *files],
                                  capture_output=True, text=True, timeout=PATIENCE)
            assert done.returncode == 6 and "--tls" in done.stderr and done.stdout == "", (files, done.returncode, done.stderr)
        Encrypted.trusted = certificate
        with Encrypted(OOPSS, "--tls", certificate, key) as guest:
            assert guest.guest_link.startswith("https://127.0.0.2:")
            with socket.create_connection((guest.address, guest.port)) as plain:
                plain.sendall(f"GET /?code={guest.code} HTTP/1.1\r\nHost: {guest.host}\r\n\r\n".encode())
                answer = plain.recv(1000)
                assert not answer.startswith(b"HTTP/1.1 3"), "plain text is not understood"
            reply = guest.log_in()
            assert "Secure" in reply.headers["set-cookie"][0].split("; ")
            assert guest.get("/").status == 200 and guest.get("/", host="evil").status == 421
            assert guest.socket(origin=f"http://{guest.host}").refused == 403
            s = guest.socket()
            text = s.ask(type="hello", protocol=1)["first"]
            _, rows, done = s.run(text)
            assert done["status"] == "complete" and len(rows) == done["rows"]
            s.close()
            assert guest.end() == 143
            assert "not encrypted" not in guest.errors


if __name__ == "__main__":
    run_tests(globals())
