"""A server that fails as its path says; it prints its port, and serves until its input ends."""
import http.server
import sys
import threading
import urllib.parse

seen = {}
lock = threading.Lock()


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def answer(self):
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        if self.headers.get("Transfer-Encoding") == "chunked":
            while size := int(self.rfile.readline(), 16):
                body += self.rfile.read(size)
                self.rfile.readline()
            self.rfile.readline()
        # /NAME/STATUS/TIMES/RETRY-AFTER: the first requests of a name fail.
        _, name, status, times, after = self.path.split("/")
        with lock:
            seen[name] = seen.get(name, 0) + 1
            number = seen[name]
        fails = number <= int(times)
        if fails and status == "close":
            self.close_connection = True
            return
        if fails and status == "see":
            place = "http://no.such.host.invalid/" if after == "nowhere" else f"/{after}/429/99/-"
            self.send_response(303)
            self.send_header("Location", place)
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        text = b"%d %s" % (number, body)
        if fails and status == "short":
            self.send_response(200)
            self.send_header("Content-Length", "100")
            self.end_headers()
            self.wfile.write(text)
            self.close_connection = True
            return
        self.send_response(int(status) if fails else 200)
        if after != "-":
            self.send_header("Retry-After", urllib.parse.unquote(after))
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(text)

    do_GET = do_HEAD = do_POST = do_PUT = answer

    def log_message(self, *_):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
print(server.server_address[1], flush=True)
threading.Thread(target=server.serve_forever, daemon=True).start()
sys.stdin.read()
