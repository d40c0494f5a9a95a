"""A proxy that keeps what programs send to a server, and what kind of answer they got."""

import http.client
import http.server
import json
import re
import threading
import urllib.parse

import answers

# Headers that can matter to a server; nothing that tells of a person or a machine.
KEPT_HEADERS = ("content-type", "anthropic-version", "anthropic-beta", "openai-beta")
LONG = 400


class RecordingProxy:
    """Passes requests on to `target`, a URL, until stop(). Requests are in `requests`, in their order."""

    def __init__(self, target):
        self.requests = []
        where = urllib.parse.urlsplit(target)
        proxy = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *_):
                pass

            def pass_on(self):
                length = int(self.headers.get("content-length") or 0)
                body = self.rfile.read(length) if length else None
                connection = http.client.HTTPConnection(where.hostname, where.port, timeout=600)
                headers = {name: value for name, value in self.headers.items()
                           if name.lower() not in ("host", "connection", "accept-encoding", "content-length")}
                headers["Host"] = where.netloc
                kept = {"method": self.command, "path": self.path, "headers": {
                    name: self.headers[name] for name in KEPT_HEADERS if self.headers[name]}, "body": body}
                proxy.requests.append(kept)
                try:
                    connection.request(self.command, self.path, body, headers)
                    answer = connection.getresponse()
                    kept["status"] = answer.status
                    self.send_response(answer.status)
                    for name, value in answer.getheaders():
                        if name.lower() not in ("transfer-encoding", "connection", "content-length"):
                            self.send_header(name, value)
                    self.send_header("Connection", "close")
                    self.end_headers()
                    said = b""
                    while part := answer.read1(65536):
                        said += part
                        self.wfile.write(part)
                        self.wfile.flush()
                    kept["answer"] = said
                    if answer.status >= 400:
                        kept["refusal"] = said[:LONG].decode(errors="replace")
                except OSError as problem:
                    kept.setdefault("status", 0)
                    kept["refusal"] = str(problem)
                finally:
                    connection.close()
                    self.close_connection = True

            do_GET = do_POST = do_DELETE = pass_on

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self):
        self.server.shutdown()
        self.server.server_close()


def shape(value):
    """The part of a request that is equal in two which differ in texts alone."""
    if isinstance(value, dict):
        return {key: shape(entry) for key, entry in value.items()}
    if isinstance(value, list):
        return sorted({json.dumps(shape(entry), sort_keys=True) for entry in value})
    return type(value).__name__


def shortened(value, key=None):
    """A body without what is long or belongs to one run: texts are cut in the middle, ids have one spelling."""
    if isinstance(value, dict):
        return {name: shortened(entry, name) for name, entry in value.items()}
    if isinstance(value, list):
        return [shortened(entry, key) for entry in value]
    if not isinstance(value, str):
        return value
    value = re.sub(r"/(?:home|root|tmp|work|usr)/[^\s\"'`]*", "/a/file", value)
    value = re.sub(r"[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}", "00000000-0000-0000-0000-000000000000", value)
    # Arguments have to stay JSON, and base64 what it is.
    if len(value) > LONG and key not in ("arguments", "data", "url", "pattern"):
        value = value[:LONG // 2] + " … " + value[-LONG // 2:]
    return value


def recorded(requests):
    """The requests that were answered, one of each shape, as they are kept in a file."""
    kept, seen = [], set()
    for request in requests:
        try:
            body = json.loads(request["body"]) if request["body"] else None
        except ValueError:
            continue
        sign = json.dumps([request["method"], request["path"], shape(body)], sort_keys=True)
        if request.get("status") != 200 or sign in seen:
            continue
        seen.add(sign)
        entry = {"method": request["method"], "path": request["path"]}
        if more := {name: value for name, value in request["headers"].items() if name != "content-type"}:
            entry["headers"] = more
        if body is not None:
            entry["body"] = shortened(body)
        if short := answers.summary(request["path"], request["answer"]):
            entry["answer"] = short
        kept.append(entry)
    return kept
