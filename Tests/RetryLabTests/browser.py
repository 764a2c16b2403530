"""A real browser without a network, in which pages are read and used as a person would."""

import json
import os
import subprocess
import tempfile
import urllib.parse


class Browser:
    """A browser without a window, spoken to over two pipes."""

    def __init__(self, program):
        # The browser reads descriptor 3 and writes descriptor 4.
        read, self.requests = os.pipe()
        self.answers, write = os.pipe()
        self.folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)

        def connect():
            inbound, outbound = os.dup(read), os.dup(write)
            os.dup2(inbound, 3)
            os.dup2(outbound, 4)

        self.process = subprocess.Popen(
            [program, "--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe",
             "--no-first-run", "--window-size=1280,900", "--disable-background-networking", "--disable-dev-shm-usage",
             "--host-resolver-rules=MAP * ~NOTFOUND", f"--user-data-dir={self.folder.name}"],
            preexec_fn=connect, pass_fds=(3, 4), stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(read)
        os.close(write)
        self.count, self.buffer, self.events = 0, b"", []
        target = self.call("Target.createTarget", {"url": "about:blank"})["targetId"]
        attached = self.call("Target.attachToTarget", {"targetId": target, "flatten": True})
        self.session = attached["sessionId"]
        for domain in ["Page", "Network", "Log", "Runtime", "Accessibility", "DOM"]:
            self.call(domain + ".enable")

    session = None

    def call(self, method, parameters=None):
        self.count += 1
        message = {"id": self.count, "method": method, "params": parameters or {}}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.requests, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.receive()
            if answer.get("id") == self.count:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return answer["result"]
            self.events.append(answer)

    def receive(self):
        while b"\0" not in self.buffer:
            data = os.read(self.answers, 1 << 16)
            if not data:
                raise RuntimeError("the browser has ended")
            self.buffer += data
        message, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(message)

    def wait(self, method):
        while not any(event.get("method") == method for event in self.events):
            self.events.append(self.receive())

    def open(self, path):
        self.events = []
        address = "file://" + urllib.parse.quote(os.path.abspath(path))
        self.call("Page.navigate", {"url": path if str(path).startswith("file:") else address})
        self.wait("Page.loadEventFired")

    def open_anew(self, path):
        """Opens a page that keeps nothing of what was there before."""
        script = self.call("Page.addScriptToEvaluateOnNewDocument", {"source": "sessionStorage.clear()"})
        self.open(path)
        self.call("Page.removeScriptToEvaluateOnNewDocument", script)

    def value(self, expression):
        result = self.call(
            "Runtime.evaluate",
            {"expression": expression, "returnByValue": True, "awaitPromise": True})
        if "exceptionDetails" in result:
            raise RuntimeError(f"{expression}: {result['exceptionDetails']}")
        return result["result"].get("value")

    def until(self, expression, seconds=60):
        """Waits until something holds; returns whether it ever did."""
        return self.value(f"""new Promise((done) => {{
            const end = performance.now() + {seconds * 1000};
            const look = () => {{
                let holds = false;
                try {{ holds = {expression}; }} catch {{ /* Not yet. */ }}
                if (holds || performance.now() > end) done(Boolean(holds)); else setTimeout(look, 10);
            }};
            look();
        }})""")

    def type(self, text):
        """Types a text where the focus is."""
        self.call("Input.insertText", {"text": text})

    codes = {"Tab": 9, "Enter": 13, "Escape": 27, "End": 35, "Home": 36, "ArrowLeft": 37,
             "Delete": 46, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40, " ": 32}
    bits = {"Alt": 1, "Control": 2, "Shift": 8}

    def press(self, key, *held):
        text = {"Enter": "\r", " ": " "}.get(key, key if len(key) == 1 else None)
        if "Control" in held:
            text = None
        one = {"key": key, "windowsVirtualKeyCode": self.codes.get(key, 0),
               "modifiers": sum(self.bits[name] for name in held)}
        self.call("Input.dispatchKeyEvent", {"type": "keyDown", **one, **({"text": text} if text else {})})
        self.call("Input.dispatchKeyEvent", {"type": "keyUp", **one})

    def close(self):
        try:
            self.session = None
            self.call("Browser.close")
        except (RuntimeError, OSError):
            pass
        self.process.kill()
        self.process.wait()
        self.folder.cleanup()


problems = []


def check(holds, what):
    if not holds:
        problems.append(what)


def quiet(browser, path):
    """Nothing was fetched but the page, and the browser had nothing to complain about."""
    requests = [event["params"]["request"]["url"] for event in browser.events
                if event.get("method") == "Network.requestWillBeSent"]
    check(len(requests) == 1 and requests[0].startswith("file:"), f"requests: {requests}")
    complaints = [event["params"] for event in browser.events
                  if event.get("method") in ("Log.entryAdded", "Runtime.exceptionThrown")]
    check(not complaints, f"complaints about {path}: {complaints}")
