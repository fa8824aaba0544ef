// Programs that other sites copy: each makes the address of an embedded page for one person. They use nothing but the standard library of
// their language, and read the secret from the environment. settings-embedded-snippets.test.ts runs them.

export const snippetLanguages = ['Node.js', 'Python', 'PHP', 'C#', 'HTML'] as const
export type SnippetLanguage = (typeof snippetLanguages)[number]

/** The business unit in a program. `host`: with port, as in the URLs of the portal's own pages. `email`: an example of a person. */
type EmbeddingSite = { protocol: string; host: string; email: string }

export const secretVariable = 'VITRINE_EMBEDDED_SECRET'

/** Stands for a person of the business unit where the reader is none. */
export const exampleEmail = 'person@example.com'

/** Lifetime of a token, in seconds. The clocks of the two servers may differ by up to this time. */
const seconds = 120

/** Writes a text between double quotes, as JavaScript, Python and C# require it. */
const quoted = (text: string) => JSON.stringify(text)
/** Writes a text between single quotes for PHP, which would replace variables between double quotes. */
const singleQuoted = (text: string) => `'${text.replaceAll(/[\\']/g, String.raw`\$&`)}'`

export const snippets: Record<SnippetLanguage, (site: EmbeddingSite) => string> = {
  'Node.js': ({ protocol, host, email }) => `import { createHmac, randomUUID } from 'node:crypto'

const secret = process.env.${secretVariable}
const host = ${quoted(host)}

function embeddedAddress(email) {
  const now = Math.floor(Date.now() / 1000)
  const encode = (part) => Buffer.from(JSON.stringify(part)).toString('base64url')
  const claims = { sub: email, aud: host, jti: randomUUID(), iat: now, exp: now + ${seconds} }
  const content = encode({ alg: 'HS256', typ: 'JWT' }) + '.' + encode(claims)
  const signature = createHmac('sha256', secret).update(content).digest('base64url')
  return '${protocol}//' + host + '/embedded/' + content + '.' + signature
}

console.log(embeddedAddress(${quoted(email)}))
`,

  Python: ({ protocol, host, email }) => `import base64
import hashlib
import hmac
import json
import os
import time
import uuid

SECRET = os.environ["${secretVariable}"]
HOST = ${quoted(host)}


def encode(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def embedded_address(email):
    now = int(time.time())
    header = {"alg": "HS256", "typ": "JWT"}
    claims = {"sub": email, "aud": HOST, "jti": str(uuid.uuid4()), "iat": now, "exp": now + ${seconds}}
    content = ".".join(encode(json.dumps(part).encode()) for part in (header, claims))
    signature = hmac.new(SECRET.encode(), content.encode(), hashlib.sha256).digest()
    return "${protocol}//" + HOST + "/embedded/" + content + "." + encode(signature)


print(embedded_address(${quoted(email)}))
`,

  PHP: ({ protocol, host, email }) => `<?php

const HOST = ${singleQuoted(host)};

function encode(string $data): string
{
    return rtrim(strtr(base64_encode($data), '+/', '-_'), '=');
}

function embeddedAddress(string $email): string
{
    $now = time();
    $header = ['alg' => 'HS256', 'typ' => 'JWT'];
    $claims = ['sub' => $email, 'aud' => HOST, 'jti' => bin2hex(random_bytes(16)), 'iat' => $now, 'exp' => $now + ${seconds}];
    $content = encode(json_encode($header)) . '.' . encode(json_encode($claims));
    $signature = hash_hmac('sha256', $content, getenv('${secretVariable}'), true);
    return '${protocol}//' . HOST . '/embedded/' . $content . '.' . encode($signature);
}

echo embeddedAddress(${singleQuoted(email)}), PHP_EOL;
`,

  'C#': ({ protocol, host, email }) => `using System;
using System.Collections.Generic;
using System.Security.Cryptography;
using System.Text;
using System.Text.Json;

string secret = Environment.GetEnvironmentVariable("${secretVariable}")!;
const string host = ${quoted(host)};

string Encode(byte[] data) => Convert.ToBase64String(data).TrimEnd('=').Replace('+', '-').Replace('/', '_');

string EmbeddedAddress(string email)
{
    long now = DateTimeOffset.UtcNow.ToUnixTimeSeconds();
    var header = new Dictionary<string, object> { ["alg"] = "HS256", ["typ"] = "JWT" };
    var claims = new Dictionary<string, object>
    {
        ["sub"] = email, ["aud"] = host, ["jti"] = Guid.NewGuid().ToString(), ["iat"] = now, ["exp"] = now + ${seconds},
    };
    string content = Encode(JsonSerializer.SerializeToUtf8Bytes(header)) + "." + Encode(JsonSerializer.SerializeToUtf8Bytes(claims));
    byte[] signature = HMACSHA256.HashData(Encoding.UTF8.GetBytes(secret), Encoding.UTF8.GetBytes(content));
    return "${protocol}//" + host + "/embedded/" + content + "." + Encode(signature);
}

Console.WriteLine(EmbeddedAddress(${quoted(email)}));
`,

  HTML: ({ protocol, host }) => `<iframe
  src="${protocol}//${host}/embedded/TOKEN"
  title="Vitrine"
  allow="fullscreen"
  referrerpolicy="no-referrer"
  style="width: 100%; height: 80vh; border: 0"
></iframe>
`,
}
