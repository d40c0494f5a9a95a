#!/usr/bin/env python3
"""Stands between a client and a server on this computer and writes down what they say, a JSON line an exchange.
usage: recording_proxy.py PORT PORT_OF_THE_SERVER FILE"""
import http.client
import json
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


def main(port, server_port, path):
    lock = threading.Lock()

    class Proxy(BaseHTTPRequestHandler):
        def log_message(self, *arguments):
            pass

        def forward(self):
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            answer, status, ended = b"", 502, "by the server"
            headers = {name: value for name, value in self.headers.items() if name.lower() not in ("host", "connection")}
            connection = http.client.HTTPConnection("127.0.0.1", server_port)
            try:
                connection.request(self.command, self.path, body, headers)
                response = connection.getresponse()
                status = response.status
                self.send_response(status)
                self.send_header("Content-Type", response.getheader("Content-Type", "application/json"))
                self.send_header("Connection", "close")
                self.end_headers()
                while part := response.read1(65536):
                    answer += part
                    self.wfile.write(part)
                    self.wfile.flush()
            except (BrokenPipeError, ConnectionResetError):
                ended = "by the client"
            except (OSError, http.client.HTTPException):
                ended = "by a failure"
            finally:
                connection.close()
                self.close_connection = True
            line = json.dumps({"method": self.command, "path": self.path, "body": body.decode(errors="replace"),
                               "status": status, "answer": answer.decode(errors="replace"), "ended": ended})
            with lock, open(path, "a", encoding="utf-8") as record:
                record.write(line + "\n")

        do_GET = do_POST = forward

    ThreadingHTTPServer(("127.0.0.1", port), Proxy).serve_forever()


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3])
