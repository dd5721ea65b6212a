# SPDX-License-Identifier: Apache-2.0
"""`oopss workbench` against the real program: who gets in, what is refused, what is bounded, and that runs are those of simulate."""
import base64
import csv
import json
import math
import os
import pathlib
import re
import signal
import sys
import tempfile
import time
import zlib

from brute_force import Bodies
from program import OOPSS, oopss, run_tests
from workbench import PATIENCE, Guest, Workbench

ROOT = pathlib.Path(__file__).parents[2]
SANITIZED = b"__asan_init" in pathlib.Path(OOPSS).read_bytes()  # slower by far, and greedy for memory
EVERY = 3 if SANITIZED else 1  # of the examples: their lines are sanitized one by one in other tests


def example(name):
    return (ROOT / "examples" / f"{name}.toml").read_text()


def bench(*words, logged_in=True):
    out = Workbench(OOPSS, *words)
    if logged_in:
        out.log_in()
    return out


def guest_bench(*words):
    out = Guest(OOPSS, *words)
    out.log_in()
    return out


def both(test):
    """The same test at both ways in: that of whoever started the program, and that of a guest."""

    def each():
        test(bench)
        test(guest_bench)

    return each


def share_link(data):
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = packer.compress(data) + packer.flush()
    return "http://127.0.0.1:1/#m=" + base64.urlsafe_b64encode(packed).decode().rstrip("=")


def test_one_line_on_standard_output_and_loopback_only():
    with bench(logged_in=False) as b:
        assert re.fullmatch(r"http://127\.0\.0\.1:\d+/\?code=[0-9a-f]{64}", b.link), b.link
        with open("/proc/net/tcp") as file:
            listening = [line.split()[1] for line in file if line.split()[3] == "0A"]
        assert f"0100007F:{b.port:04X}" in listening
        with open("/proc/net/tcp6") as file:
            assert not any(line.split()[1].endswith(f":{b.port:04X}") for line in file if ":" in line.split()[1])
        b.log_in()
        status = b.end()
        assert status == 143, status
        assert b.process.stdout.read() == ""
        token = b.cookie.split("=")[1]
        assert token not in b.errors and b.code not in b.errors


def test_no_secret_in_the_list_of_processes():
    with bench() as b:
        words = open(f"/proc/{b.process.pid}/cmdline").read() + open(f"/proc/{b.process.pid}/environ").read()
        assert b.code not in words and b.cookie.split("=")[1] not in words


def test_signals_end_it_in_the_middle_of_a_run_and_close_the_sockets():
    for number in (signal.SIGINT, signal.SIGTERM):
        with bench() as b:
            s = b.socket()
            s.ask(type="hello", protocol=1)
            s.send(type="open", text=example("two-body").replace("until  = 50.0", "until  = 5000.0"))
            status = b.end(number)
            assert status == 128 + number, status
            for message in iter(s.receive, None):
                assert not (isinstance(message, dict) and message.get("status") == "complete"), message
            assert s.closed and s.closed[0] == 1001, s.closed


@both
def test_host_must_be_this_server(bench):
    with bench() as b:
        assert b.get("/").status == 200
        loopback = b.address == "127.0.0.1"
        assert b.get("/", host=f"localhost:{b.port}").status == (200 if loopback else 421)
        other = "127.0.0.2" if loopback else "127.0.0.1"
        for host in ("evil.example", f"evil.example:{b.port}", b.address, "localhost", f"{b.address}:{b.port + 1}",
                     f"{other}:{b.port}", f"[::1]:{b.port}", f"LOCALHOST.:{b.port}", f"{b.host}.evil.example"):
            assert b.get("/", host=host).status == 421, host
        assert b.raw(b"GET / HTTP/1.1\r\n\r\n").status == 400
        assert b.raw(f"GET / HTTP/1.1\r\nHost: {b.host}\r\nHost: evil\r\n\r\n".encode()).status == 400


def test_code_once_then_cookie():
    with bench(logged_in=False) as b:
        assert b.get("/").status == 403
        assert b.get("/?code=" + b.code, host="evil.example").status == 421
        assert b.get("/?code=" + "0" * 64).status == 403
        for foreign in ("Origin: http://evil.example", "Origin: null", f"Origin: http://localhost:{b.port}",
                        "Sec-Fetch-Dest: iframe", "Sec-Fetch-Dest: empty", "Sec-Fetch-Dest: image"):
            refused = b.get("/?code=" + b.code, headers=[foreign])
            assert refused.status == 403 and "set-cookie" not in refused.headers, foreign
        reply = b.log_in()
        assert reply.headers["location"] == ["/"]
        cookie = reply.headers["set-cookie"]
        assert len(cookie) == 1
        name, *attributes = cookie[0].split("; ")
        assert re.fullmatch(rf"oopss_{b.port}=[0-9a-f]{{64}}", name)
        assert sorted(attributes) == ["HttpOnly", "Path=/", "SameSite=Strict"]
        again = b.get("/?code=" + b.code, cookie=False)
        assert again.status == 403 and b"open the link that oopss printed" in again.body
        assert b.get("/index.html", cookie=False).status == 403
        assert b.get("/", headers=["Cookie: other=1; " + b.cookie], cookie=False).status == 200
        b.cookie = b.cookie[:-1] + ("0" if b.cookie[-1] != "0" else "1")
        assert b.get("/").status == 403


@both
def test_headers_of_every_reply(bench):
    with bench() as b:
        page = b.get("/")
        nonce = re.search(rb'name="csp-nonce" content="([0-9a-f]{32})"', page.body).group(1).decode()
        policy = page.headers["content-security-policy"][0]
        assert policy == (f"default-src 'none'; script-src 'self'; style-src 'self' 'nonce-{nonce}'; connect-src 'self'; "
                          "img-src 'self' blob: data:; font-src 'self'; media-src blob:; worker-src 'self' blob:; "
                          "frame-ancestors 'none'; base-uri 'none'; form-action 'none'")
        assert nonce not in b.get("/").headers["content-security-policy"][0]
        assets = re.findall(rb'(?:src|href)="(?:\./|/)(assets/[^"]+)"', page.body)
        assert assets
        types = {"js": "text/javascript; charset=utf-8", "css": "text/css; charset=utf-8", "svg": "image/svg+xml"}
        for target in ["/", "/nothing", *(f"/{asset.decode()}" for asset in assets)]:
            reply = b.get(target)
            assert reply.headers["x-content-type-options"] == ["nosniff"]
            assert reply.headers["referrer-policy"] == ["no-referrer"]
            assert reply.headers["cross-origin-opener-policy"] == ["same-origin"]
            assert reply.headers["cross-origin-resource-policy"] == ["same-origin"]
            assert "default-src 'none'" in reply.headers["content-security-policy"][0]
            assert not any(name.startswith("access-control") for name in reply.headers)
            asset = target.startswith("/assets/")
            assert reply.headers["cache-control"] == ["public, max-age=31536000, immutable" if asset else "no-store"]
            if asset:
                assert reply.headers["content-type"] == [types[target.rsplit(".", 1)[1]]]
        head = b.get("/", method="HEAD")
        assert head.status == 200 and head.body == b"" and int(head.headers["content-length"][0]) > 0


@both
def test_no_path_reaches_the_disk(bench):
    secret = "root:"
    climbs = ["../", "..%2f", "%2e%2e/", "%2e%2e%2f", "..%5c", "..\\", "....//", "..;/", "%252e%252e%252f", "..%c0%af",
              "..%ef%bc%8f", ".%00./", "/../", "//", "./", "%2f"]
    targets = ["etc/passwd", "etc%2fpasswd", "proc/self/environ", "proc/self/cmdline"]
    prefixes = ["/", "/assets/", "/assets/../", "/index.html/"]
    tried = 0
    with bench() as b:
        for climb in climbs:
            for target in targets:
                for prefix in prefixes:
                    reply = b.get(prefix + climb * 8 + target)
                    assert reply.status in (400, 404), (prefix, climb, target, reply.status)
                    assert secret.encode() not in reply.body
                    tried += 1
    assert tried >= 200, tried


@both
def test_methods_sizes_and_nonsense(bench):
    with bench() as b:
        for method in ("POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "CONNECT", "BREW"):
            assert b.get("/", method=method).status in (400, 405), method
        host = f"Host: {b.host}\r\n"
        assert b.raw(f"GET /{'a' * 3000} HTTP/1.1\r\n{host}\r\n".encode()).status == 414
        assert b.raw(f"GET /{'a' * 30000} HTTP/1.1\r\n{host}\r\n".encode()).status == 414
        assert b.raw(f"GET / HTTP/1.1\r\n{host}X: {'a' * 30000}\r\n\r\n".encode()).status == 431
        assert b.raw((f"GET / HTTP/1.1\r\n{host}" + "A: b\r\n" * 5000 + "\r\n").encode()).status == 431
        assert b.raw(f"POST / HTTP/1.1\r\n{host}Content-Length: 100000000\r\n\r\n".encode()).status == 413
        assert b.raw(f"POST / HTTP/1.1\r\n{host}Content-Length: 3\r\n\r\nabc".encode()).status == 405
        assert b.raw(b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(40) + b"\r\n\r\n").status == 400
        assert b.raw(b"GET / HTTP/9.9\r\n\r\n").status == 400
        assert b.get("/").status == 200


@both
def test_slow_headers_are_not_waited_for(bench):
    with bench() as b:
        slow = b.connect()
        slow.sendall(b"GET / HTTP/1.1\r\n")
        assert b.get("/").status == 200  # nobody else waits
        slow.settimeout(0.3)
        closed = False
        while not closed:  # a server that waited on would keep this going to the test's end
            try:
                slow.sendall(b"X")
                closed = slow.recv(100) == b""
            except TimeoutError:
                pass
            except (BrokenPipeError, ConnectionResetError):
                closed = True


@both
def test_websocket_needs_origin_and_cookie(bench):
    with bench() as b:
        assert b.socket().refused == 0
        assert b.socket(origin="http://evil.example").refused == 403
        assert b.socket(origin=f"http://localhost:{b.port}").refused == 403  # the Host was 127.0.0.1
        assert b.socket(origin=f"https://{b.host}").refused == 403
        assert b.socket(extra=["Origin: http://evil.example"]).refused == 403
        assert b.socket(cookie=False).refused == 403
        assert b.get("/ws").status == 403
        assert b.get("/ws", headers=[f"Origin: http://{b.host}"]).status == 426
        lines = ["GET /ws HTTP/1.1", f"Host: {b.host}", "Upgrade: websocket", "Connection: Upgrade",
                 "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==", "Cookie: " + b.cookie]
        assert b.raw(("\r\n".join(lines) + "\r\n\r\n").encode()).status == 403  # no Origin


def test_the_ninth_client_is_told_why():
    with bench() as b:
        eight = [b.socket() for _ in range(8)]
        for s in eight:
            assert s.ask(type="hello", protocol=1)["type"] == "welcome"
        ninth = b.socket()
        assert ninth.receive() is None
        assert ninth.closed == (1013, "8 pages are connected already: close one of them"), ninth.closed
        eight.pop().close()
        while True:  # until the place is free
            s = b.socket()
            s.send(type="hello", protocol=1)
            if s.receive():
                break
            time.sleep(0.05)


@both
def test_a_thousand_sockets_do_not_shut_others_out_for_long(bench):
    with bench() as b:
        many = [b.connect() for _ in range(1000)]
        closed = set()
        stay = 128 if b.address == "127.0.0.1" else 48
        while len(closed) < 1000 - stay:  # the others may stay
            for stream in set(many) - closed:
                stream.setblocking(False)
                try:
                    data = stream.recv(1000)
                    if data == b"" or data.startswith(b"HTTP/1.1 503"):
                        closed.add(stream)
                except BlockingIOError:
                    pass
                except ConnectionResetError:
                    closed.add(stream)
            time.sleep(0.05)
        assert b.descriptors() < 200
        for stream in many:
            stream.close()
        while b.get("/").status != 200:
            time.sleep(0.05)


@both
def test_descriptors_and_memory_return_after_many_connects(bench):
    with bench() as b:
        def visit():
            s = b.socket()
            s.ask(type="hello", protocol=1)
            s.close()

        for _ in range(20):
            visit()
        time.sleep(0.5)
        descriptors, memory = b.descriptors(), b.memory()
        for _ in range(200):
            visit()
            b.get("/")
        while b.descriptors() > descriptors:  # one that leaks never comes back
            time.sleep(0.1)
        if not SANITIZED:
            assert b.memory() - memory < 5e6, b.memory() - memory


@both
def test_nonsense_on_the_socket_is_answered_and_the_connection_stays(bench):
    with bench() as b:
        s = b.socket()
        text = example("two-body")
        for bad in ("", "null", "[]", "{", "{}", '{"type":"nope","id":7}', '{"type":"hello"}', '{"type":"open","id":7}',
                    '{"type":"open","id":7,"text":5}', '{"type":"open","id":7,"text":"","edits":[{"kind":"x"}]}',
                    '{"type":"ack","id":7,"chunk":-1}', '{"type":"ack","id":7,"chunk":1.5}', "[" * 50000,
                    '{"type":"hello","id":1e999,"protocol":1}', "NaN"):
            s.send_text(bad)
            answer = s.receive()
            assert answer["type"] == "error" and answer["code"] == "protocol", (bad, answer)
            assert answer["id"] == (7 if '"id":7' in bad else 0), (bad, answer)
        s.frame(2, b"binary")
        assert s.receive()["code"] == "protocol"
        s.send_text(json.dumps({"type": "cancel", "id": 1}) + " " * 70000)
        assert s.receive()["code"] == "limit"
        for field, value in (("momentum", "NaN"), ("momentum", "Infinity"), ("momentum", "1e999"), ("momentum", '""')):
            s.send_text('{"type":"portrait","id":8,"text":"","%s":%s}' % (field, value))
            assert s.receive()["code"] == "protocol"
        for value in ("nan", "inf", "1e999", ""):
            answer = s.ask(type="open", text=text, edits=[{"kind": "set", "path": "body.arm.mass", "value": value}])
            assert answer["type"] == "problems", (value, answer)
        assert s.ask(type="hello", protocol=1)["type"] == "welcome"
        assert s.ask(type="hello", protocol=2)["code"] == "protocol"


def test_a_message_beyond_the_limit_closes_with_its_code():
    with bench() as b:
        s = b.socket()
        try:
            s.send(type="open", text="#" * (5 << 20))
        except (BrokenPipeError, ConnectionResetError):
            pass
        assert s.receive() is None
        assert s.closed is None or s.closed[0] == 1009, s.closed
        s = b.socket()
        s.send(type="open", text="#" * (4 << 20))
        assert s.receive()["type"] == "problems"


def test_rows_of_every_example_are_those_of_simulate_to_the_bit():
    with bench() as b, tempfile.TemporaryDirectory() as folder:
        s = b.socket()
        for model in s.ask(type="hello", protocol=1)["models"][::EVERY]:
            message, rows, done = s.run(model["text"])
            assert done["status"] == "complete", done
            file = os.path.join(folder, "run.csv")
            first = {column["name"].split(".")[0] for column in message["columns"]}
            words = [word for word in ("rate", "torque", "tension", "centre") if word in first]
            reply = oopss("simulate", model["name"], "--columns", ",".join(words), "-o", file, "--json")
            assert reply.returncode == 0, reply.stderr
            document = json.loads(reply.stdout)
            assert done["balance"].pop("impulse") is None  # no example has torques from outside
            with open(file) as stream:
                table = list(csv.reader(stream))
            assert table[0] == [column["name"] for column in message["columns"]]
            assert len(rows) == len(table) - 1 == done["rows"]
            for ours, theirs in zip(rows, table[1:]):
                assert list(ours) == [float(cell) for cell in theirs], model["name"]
            in_space = "attitude" in first  # there the page has the size of the momentum
            for what in ("energy", "balance") if in_space else ("energy", "momentum", "balance"):
                assert done[what] == document[what], (model["name"], what)
            assert done["momentum"]["max_drift"] == document["momentum"]["max_drift"]
            assert all(math.isfinite(value) for row in rows for value in row)


def test_an_edited_model_is_the_one_that_set_makes():
    with bench() as b, tempfile.TemporaryDirectory() as folder:
        s = b.socket()
        message, rows, done = s.run(example("two-body"), edits=[
            {"kind": "set", "path": "body.arm.mass", "value": "6.5"},
            {"kind": "run", "until": "3", "method": "taylor", "step": "", "tolerance": "1e-9"}])
        assert "mass    = 6.5" in message["text"] and "# kg m^2, about the centre of mass" in message["text"]
        file = os.path.join(folder, "run.csv")
        oopss("simulate", "two-body", "--set", "body.arm.mass=6.5", "--until", "3", "--tolerance", "1e-9", "-o", file)
        with open(file) as stream:
            last = list(csv.reader(stream))[-1]
        assert list(rows[-1][:len(last)]) == [float(cell) for cell in last]


def test_a_run_that_strays_is_judged_as_simulate_judges_it():
    with bench() as b:
        s = b.socket()
        for step, verdict in (("5", "poor"), ("1", "poor"), ("0.5", "fair"), ("0.01", "good")):
            _, _, done = s.run(example("two-body"), edits=[{"kind": "run", "method": "gauss4", "step": step}])
            document = json.loads(oopss("simulate", "two-body", "--method", "gauss4", "--step", step, "--json").stdout)
            assert done["kept"]["energy"]["verdict"] == verdict and done["kept"]["momentum"]["verdict"] == "good", done
            assert (done["advice"] != "") == (verdict == "poor") == (document["warnings"] != []), (done, document)
            assert all(warning.endswith("; " + done["advice"]) for warning in document["warnings"]), (done, document)


def test_a_run_from_a_moment_goes_on_as_the_whole_run_does():
    with bench() as b:
        s = b.socket()
        text = example("three-body")
        message, rows, _ = s.run(text)
        names = [column["name"] for column in message["columns"]]
        half = rows[len(rows) // 2]
        pick = lambda start: [half[i] for i, name in enumerate(names) if name.startswith(start + ".")]
        moment = {"t": half[0], "angles": pick("angle"), "momenta": pick("momentum"), "root": pick("absolute")[0]}
        _, again, done = s.run(text, **{"from": moment})
        assert done["status"] == "complete"
        # gauss4 in the same steps: what differs is the compensated sum of the steps before, about 1e-13 over 20 s.
        worst = max(abs(a - b) for a, b in zip(again[-1], rows[-1]))
        assert again[0][0] == half[0] and worst < 1e-8, worst
        moment["angles"] = []
        assert s.run(text, **{"from": moment})[2]["code"] == "protocol"


def test_a_newer_run_cancels_the_older_and_cancel_is_answered_before_the_end():
    with bench() as b:
        s = b.socket()
        endless = example("chain").replace("until", "until = 100000.0 #", 1)
        endless = re.sub(r"^every.*$", "every = 100.0", endless, flags=re.M)
        first = s.send(type="open", text=endless)
        s.until("model", id=first)
        second = s.send(type="open", text=endless)
        seen = s.until("model", id=second)
        assert any(isinstance(m, dict) and m["type"] == "done" and m["id"] == first and m["status"] == "cancelled" for m in seen)
        s.send(type="cancel", id=second)
        done = s.until("done", id=second)[-1]
        assert done["status"] == "cancelled"


def test_limits_are_said_before_the_work():
    with bench() as b:
        s = b.socket()
        for edit in ({"until": "1e12"}, {"until": "1e6", "every": "1e-3"}):
            answer = s.ask(type="open", text=example("two-body"), edits=[{"kind": "run", **edit}])
            if answer["type"] == "model":  # and nothing of a run follows
                answer = s.receive()
            assert answer["type"] == "error" and answer["code"] == "limit", answer
            assert "shorter" in answer["message"]
        answer = s.ask(type="formula", text=example("two-body"), formula="1+" * 40000 + "1")
        assert answer["type"] == "error" and answer["code"] == "limit"
        assert s.ask(type="formula", text=example("two-body"), formula="2^2^2^5")["type"] in ("problems", "formula")


def test_a_stalled_reader_costs_little_memory():
    with bench() as b:
        s = b.socket()
        long_run = example("two-body").replace("until  = 50.0", "until  = 3000.0")
        s.ask(type="hello", protocol=1)
        memory = b.memory()
        number = s.send(type="open", text=long_run)
        for k in range(200):  # acknowledges all, reads nothing: only what the socket has not taken is held back
            s.send(type="ack", id=number, chunk=k)
        for k in range(50):
            s.send(type="equations", text=long_run)
        seconds = 4
        worst = 0
        for _ in range(seconds * 10):
            time.sleep(0.1)
            worst = max(worst, b.memory() - memory)
        assert worst < (60e6 if SANITIZED else 5e6), worst
        other = b.socket()
        assert other.ask(type="hello", protocol=1)["type"] == "welcome"


def evaluate(program, columns, inputs):
    operations = {"add": lambda a, b: a + b, "subtract": lambda a, b: a - b, "multiply": lambda a, b: a * b,
                  "divide": lambda a, b: a / b, "negate": lambda a: -a, "power": lambda a, b: a ** b, "sqrt": math.sqrt,
                  "sin": math.sin, "cos": math.cos, "abs": abs, "tanh": math.tanh, "exp": math.exp,
                  "sign": lambda a: (a > 0) - (a < 0)}
    values = []
    for op, *operands in program["code"]:
        if op == "number":
            values.append(operands[0])
        elif op == "input":
            name = program["inputs"][operands[0]]
            values.append(inputs[name[6:]] if name.startswith("input.") else columns[name])
        else:
            assert all(0 <= k < len(values) for k in operands)
            values.append(operations[op](*(values[k] for k in operands)))
    return [values[k] for k in program["outputs"]]


def close(a, b, size=1.0):
    return abs(a - b) <= 1e-9 * max(size, abs(b))  # a few hundred operations of rounding


def test_the_terms_of_the_equations_have_the_values_of_the_run():
    with bench() as b:
        s = b.socket()
        for model in s.ask(type="hello", protocol=1)["models"][::EVERY]:
            message, rows, _ = s.run(model["text"])
            answer = s.ask(type="equations", text=model["text"])
            assert answer["type"] == "equations", answer
            if "space" in message:  # tests/server/server.cpp compares these with slopes of the run
                continue
            inputs = {row["name"]: row["value"] for row in message["inputs"]}
            names = [column["name"] for column in message["columns"]]
            for row in (rows[0], rows[len(rows) // 3]):
                columns = dict(zip(names, row))
                values = evaluate(answer["program"], columns, inputs)
                for section in answer["sections"]:
                    for line in section["rows"]:
                        if not line["terms"]:  # a sentence
                            assert section["title"] in ("Angular velocities", "Bracket") and not line["left"] and line["value"] == -1, line
                            continue
                        assert line["left"]
                        total = sum(values[term["output"]] for term in line["terms"])  # signs included
                        assert close(total, values[line["value"]]), (model["name"], line)
                sections = {section["title"]: section["rows"] for section in answer["sections"]}
                assert close(values[sections["Energy"][0]["value"]], columns["kinetic"])
                assert close(values[sections["Casimirs"][0]["value"]], columns["momentum_total"], 100)
                joints = [name for name in names if name.startswith("rate.")]
                joints = [joints[k] for k in Bodies(model["text"]).tree]  # those that close loops follow from these
                for name, line in zip(joints, sections["Rates"]):
                    assert close(values[line["value"]], columns[name]), (model["name"], name)
                for line in sections.get("Equivalent forms", []):
                    if line["left"] in ("H", "\\hat H"):
                        assert close(values[line["value"]], columns["kinetic"])
                    if line["left"] == "0" and "at a relative equilibrium" not in line["meaning"]:
                        assert abs(values[line["value"]]) < 1e-12


def test_what_a_force_adds_to_the_equations_is_what_acts():
    text = example("two-body") + '\n[[force]]\nname = "pull"\non = "arm"\nat = [1.0, 0.5]\nvalue = ["20*(1 + t - x) - 5*vx", "3"]\n'
    with bench() as b:
        s = b.socket()
        model, rows, done = s.run(text, [{"kind": "run", "until": "2"}])
        assert done["status"] == "complete" and model["forces"][0]["name"] == "pull", done
        answer = s.ask(type="equations", text=text)
        assert all("constant along every motion" not in row["meaning"] for section in answer["sections"] for row in section["rows"])
        added = next(section for section in answer["sections"] if section["title"].startswith("Forces from outside"))["rows"]
        columns = {column["name"]: k for k, column in enumerate(model["columns"])}
        for row in rows[::40]:
            at = lambda name: row[columns[name]]
            values = evaluate(answer["program"], {name: at(name) for name in columns}, {entry["name"]: entry["value"] for entry in model["inputs"]})
            angle, F = at("absolute.arm"), (at("applied.pull.x"), at("applied.pull.y"))
            arm = (math.cos(angle) - 0.5 * math.sin(angle), math.sin(angle) + 0.5 * math.cos(angle))
            from_centre = [at(f"centre.arm.{axis}") + part - at(f"mass_centre.{axis}") for axis, part in zip("xy", arm)]
            torque = from_centre[0] * F[1] - from_centre[1] * F[0]
            assert close(values[added[0]["value"]] + values[added[1]["value"]], torque, 100), (row, torque)
            assert close(values[added[2]["value"]], F[0] / 9, 10) and close(values[added[3]["value"]], 3 / 9), row


def test_formulas_are_understood_and_what_is_wrong_is_placed():
    with bench() as b:
        s = b.socket()
        text = example("two-body").replace("[[body]] ", '[parameters]\nk = 2.5\n[[body]] ', 1)
        message, rows, _ = s.run(text)
        columns = dict(zip([column["name"] for column in message["columns"]], rows[77]))
        inputs = {row["name"]: row["value"] for row in message["inputs"]}
        rate = columns["rate.elbow"]
        for formula, expected in {
            "omega_arm - omega_hub": rate, "rate_elbow": rate, "H + U - E": 0, "theta_arm - theta_hub - phi_elbow": 0,
            "mu_hub + mu_arm - mu_s": 0, "k * t": 2.5 * columns["t"], "90 deg": math.pi / 2, "torque_elbow": 0,
            "(omega_hub*mu_hub + omega_arm*mu_arm)/2": columns["kinetic"], "tension_elbow^2": columns["tension.elbow"] ** 2,
        }.items():
            answer = s.ask(type="formula", text=text, formula=formula)
            assert answer["type"] == "formula", (formula, answer)
            value, = evaluate(answer["program"], columns, inputs)
            assert close(value, expected), (formula, value, expected)
        for formula, column, length in (("1 + rate_elbo", 5, 9), ("sin(", 4, 1), ("\u03bc_s", 1, 1), ("t + \u00b5\u00b5 x", 5, 1)):
            answer = s.ask(type="formula", text=text, formula=formula)
            assert answer["type"] == "problems", (formula, answer)
            assert answer["problems"][0]["column"] == column, (formula, answer)


def test_problems_have_their_place_in_utf16():
    with bench() as b:
        s = b.socket()
        text = example("two-body").replace('name        = "Two coupled bodies"', 'name        = "\U0001d707\u00b5", nmae = 1')
        answer = s.ask(type="open", text=text)
        assert answer["type"] == "problems"
        first = answer["problems"][0]
        line = text.split("\n")[first["line"] - 1]
        units = line.encode("utf-16-le")
        assert units[2 * (first["column"] - 1):2 * first["column"]].decode("utf-16-le") == ",", first


def test_equilibria_and_portraits():
    with bench() as b:
        s = b.socket()
        two = s.ask(type="equilibria", text=example("two-body"))
        assert [(one["id"], one["stability"]) for one in two["equilibria"]] == [("E1", "stable"), ("E2", "unstable")]
        assert two["momentum"] == 50
        # docs/math.md, two bodies: growth |mu| sqrt(x / (D0 (I1 + I2 - 2x))) at pi
        x, one, other = 300 / 9, 950 / 9, 70
        growth = 50 * math.sqrt(x / ((one * other - x * x) * (one + other - 2 * x)))
        assert any(close(re_, growth) and abs(im) < 1e-9 for re_, im in two["equilibria"][1]["spectrum"])
        leaf = s.ask(type="portrait", text=example("two-body"))
        assert leaf["kind"] == "leaf" and {curve["kind"] for curve in leaf["curves"]} == {"level", "separatrix"}
        assert close(min(curve["energy"] for curve in leaf["curves"] if curve["kind"] == "separatrix"), 2500 / (2 * (one + other - 2 * x)))
        land = s.ask(type="portrait", text=example("three-body"), momentum=20)
        assert land["kind"] == "landscape" and len(land["grid"]["values"]) == land["grid"]["columns"] * land["grid"]["rows"]
        assert s.ask(type="portrait", text=example("chain"))["kind"] == "none"
        rest = s.ask(type="equilibria", text=example("two-body"), momentum=0)
        assert rest["equilibria"] == [] and "rest" in rest["note"]


def test_a_large_model_takes_little_memory_and_too_large_questions_none():
    count = 220 if SANITIZED else 600
    text = "[model]\nformat = 1\n" + "".join(
        f'[[body]]\nname = "b{i}"\nmass = 1\ninertia = 1\n' for i in range(count)) + "".join(
        f'[[joint]]\nname = "j{i}"\nbetween = ["b{i}", "b{i + 1}"]\nat = [[0.5, 0], [-0.5, 0]]\n' for i in range(count - 1))
    text += "[start]\nmomenta = { b0 = 1 }\n[run]\nuntil = 0.02\nevery = 0.01\nstep = 0.01\n"
    with bench() as b:
        s = b.socket()
        s.ask(type="hello", protocol=1)
        model, rows, done = s.run(text)
        assert done["status"] == "complete" and len(model["bodies"]) == count, done
        assert s.ask(type="formula", text=text, formula="phi_j0")["type"] == "formula"
        for question in ({"type": "equations"}, *({"type": "code", "language": to} for to in ("c", "c++", "python", "latex"))):
            answer = s.ask(text=text, **question)
            assert answer["type"] == "error" and answer["code"] == "limit", answer
        for question in ({"type": "equilibria"}, {"type": "equilibria", "certify": True}, {"type": "portrait"},
                         {"type": "branches", "path": "body.b0.mass", "from": 1, "to": 2}):
            answer = s.ask(text=text, **question)
            assert "bodies" in answer.get("note", answer.get("message", "")), answer  # up to how many
        if not SANITIZED:
            with open(f"/proc/{b.process.pid}/status") as file:
                peak = next(int(line.split()[1]) for line in file if line.startswith("VmHWM"))
            assert peak < 300_000, peak  # kB


def test_code_is_that_of_generate():
    with bench() as b, tempfile.TemporaryDirectory() as folder:
        s = b.socket()
        for language in ("c", "c++", "python", "fortran", "matlab"):
            oopss("generate", "two-body", "--to", language, "-o", folder)
            for file in s.ask(type="code", text=example("two-body"), language=language)["files"]:
                theirs = (pathlib.Path(folder) / file["name"]).read_text()
                assert file["text"] == theirs, file["name"]


def test_the_document_has_every_message_every_key_of_a_request_and_the_limits():
    document = (ROOT / "docs/protocol.md").read_text()
    requests, messages = (json.loads((ROOT / "tests/web" / f"{name}.json").read_text()) for name in ("requests", "messages"))
    for request in requests:
        assert f'{{"type":"{request["type"]}"' in document, request["type"]
        missing = [key for key in request if not re.search(rf"\b{key}\b", document)]
        assert not missing, (request["type"], missing)
    assert all(f"`{message['type']}`" in document for message in messages)
    with bench() as b:
        limits = b.socket().ask(type="hello", protocol=1)["limits"]
    assert limits["message"] == 64 * 1024 and "a message | 64 KiB" in document and limits["text"] == 4 * 1024**2 and "a model text | 4 MiB" in document
    assert limits["rows"] == 256_000_000 and "| 256 MB (`limits.rows`, bytes) |" in document and limits["window"] == 4 and ", 4 chunks," in document
    assert limits["formula"] == 64 * 1024 and "a formula | 64 KiB" in document
def test_a_recorded_file_is_read_apart_and_a_damaged_one_is_refused():
    with tempfile.TemporaryDirectory() as folder:
        for end in ("h5", "csv"):
            assert oopss("simulate", "two-body", "--until", "2", "--quiet", "-o", f"{folder}/run.{end}").returncode == 0
        whole = (pathlib.Path(folder) / "run.h5").read_bytes()
        with open(f"{folder}/run.csv") as file:
            header, *rows = csv.reader(file)

    def send(socket, data, size=30_000):
        for start in range(0, len(data), size):
            part = base64.b64encode(data[start:start + size]).decode()
            answer = socket.ask(type="recorded", text=part, first=start == 0, last=start + size >= len(data))
        return answer

    with bench() as b:
        s, before = b.socket(), b.descriptors()
        answer = send(s, whole)
        assert answer["type"] == "recorded" and answer["size"] == len(whole) and answer["rows"] == len(rows), answer
        assert answer["names"][0] == "t" and sorted(answer["names"]) == sorted(header)
        assert 'name = "arm"' in re.sub(r" +", " ", answer["model"])  # a text, which nobody runs
        for name in header:
            values = s.ask(type="column", name=name, **{"from": 1})["values"]
            assert list(memoryview(base64.b64decode(values)).cast("d")) == [float(row[header.index(name)]) for row in rows[1:]], name
        assert s.ask(type="column", name="nowhere", **{"from": 0})["code"] == "file"
        damaged = [whole[:2000], whole[:8] + bytes(4000), b"t,x\n0,1\n", bytes(byte ^ 0x55 if i % 97 == 50 else byte for i, byte in enumerate(whole))]
        for data in damaged:
            answer = send(s, data)
            assert answer["type"] == "error" and answer["code"] == "file" or answer["type"] == "recorded", answer
        assert send(s, b"t,x\n0,1\n")["message"] == "it is not HDF5"
        assert s.ask(type="recorded", text="*", first=True)["code"] == "protocol"
        assert s.ask(type="column", name="t", **{"from": 0})["code"] == "file"
        assert send(s, whole)["rows"] == len(rows)
        s.ask(type="recorded", text="", first=True)
        children = pathlib.Path(f"/proc/{b.process.pid}/task/{b.process.pid}/children").read_text()
        assert children == "" and b.descriptors() <= before + 1, (children, b.descriptors())
    with guest_bench() as b:
        answer = send(b.socket(), whole)
        assert answer["code"] == "unsupported" and "not for guests" in answer["message"], answer


def test_share_links_and_models_on_the_command_line():
    text = example("three-body")
    with Workbench(OOPSS, share_link(text.encode())) as b:
        b.log_in()
        assert b.socket().ask(type="hello", protocol=1)["first"] == text
    bomb = share_link(b" " * 9_000_000)  # deflate packs at most 1032 : 1
    assert len(bomb) < 13_000
    refused = oopss("workbench", bomb)
    assert refused.returncode == 5 and "more than is taken on" in refused.stderr, refused
    assert oopss("workbench", "#m=!!!").returncode == 3
    assert oopss("workbench", "#m=AAAA").returncode == 3
    assert oopss("workbench", share_link(b"[model]\nformat = 2\n")).returncode == 3
    bad = oopss("workbench", "two-body", "--set", "body.arm.mass=-1")
    assert bad.returncode == 3 and "mass must be greater than zero" in bad.stderr and bad.stdout == ""
    assert oopss("workbench", "no-such-model").returncode == 2
    assert oopss("workbench", "--idle-exit", "soon").returncode == 2
    with bench() as b:
        taken = oopss("workbench", "--port", str(b.port), "--no-browser")
        assert taken.returncode == 2 and f"port {b.port}" in taken.stderr, taken


def test_idle_exit():
    for idle in (1, 4, 16, 64):  # on a busy machine the first visit may come too late for the shortest
        try:
            with bench("--idle-exit", f"{idle}s") as b:
                s = b.socket()
                s.ask(type="hello", protocol=1)
                time.sleep(idle + 1)
                assert b.process.poll() is None  # somebody is there
                s.close()
                assert b.process.wait(PATIENCE) == 0
                return
        except (OSError, EOFError, LookupError, ValueError):  # it had gone before
            pass
    raise AssertionError("nobody came in time")


if __name__ == "__main__":
    run_tests(globals(), lambda name: all(word in name for word in sys.argv[2:]))
