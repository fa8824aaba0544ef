// A server that speaks both protocols of language models over HTTP, for tests: OpenAI's chat completions and Anthropic's messages. It
// answers what a test says, and remembers what it was asked.
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export const modelKey = 'sk-test-key-of-the-double'

/** `text`: an answer, which waits for `until`. `status`: a refusal, with a body that quotes the key, as some services do. */
export type ModelReply =
  | { text: string; tokens?: { in: number; out: number } | null; finish?: string; until?: Promise<unknown> }
  | { status: number; body?: object; location?: string }
  | { fault: 'slow' | 'cut_off' | 'oversized' | 'not_json' | 'other_shape' | 'hang_up' }

export type AskedModel = {
  path: string
  model: string
  system: string
  user: string
  key: string | null
  maxTokens: number
  /** The names of the fields of the body. No question offers tools. */
  fields: string[]
}

export type ModelDouble = {
  /** The address of the API, without a trailing slash. */
  url: string
  asked: AskedModel[]
  /** Answers the next questions with these; afterwards with the last one. */
  reply(...replies: ModelReply[]): void
  /** Answers each question by a function of it. */
  answerBy(answer: (asked: AskedModel) => ModelReply): void
  close(): Promise<void>
}

type Body = {
  model?: string
  system?: string
  max_tokens?: number
  max_completion_tokens?: number
  messages?: { role: string; content: string }[]
}

export async function startModelDouble(): Promise<ModelDouble> {
  const asked: AskedModel[] = []
  let replies: ModelReply[] = [{ text: 'ok' }]
  let answerOf: (asked: AskedModel) => ModelReply = () =>
    (replies.length > 1 ? replies.shift() : replies[0]) ?? { text: 'ok' }
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const { headers, url: path = '' } = request
      const body = JSON.parse(Buffer.concat(parts).toString()) as Body
      const { messages = [] } = body
      const bearer = headers.authorization?.replace(/^Bearer /, '')
      const key = bearer ?? headers['api-key'] ?? headers['x-api-key'] ?? null
      const contentOf = (role: string) => messages.find((message) => message.role === role)?.content ?? ''
      const question: AskedModel = {
        path,
        model: body.model ?? '',
        system: body.system ?? contentOf('system'),
        user: contentOf('user'),
        key: typeof key === 'string' ? key : null,
        maxTokens: body.max_tokens ?? body.max_completion_tokens ?? 0,
        fields: Object.keys(body).toSorted(),
      }
      asked.push(question)
      send(response, path.endsWith('/messages'), answerOf(question))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    asked,
    reply: (...next) => {
      replies = next
      answerOf = () => (replies.length > 1 ? replies.shift() : replies[0]) ?? { text: 'ok' }
    },
    answerBy: (answer) => {
      answerOf = answer
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function send(response: ServerResponse, isMessages: boolean, reply: ModelReply): void {
  response.setHeader('content-type', 'application/json')
  if ('fault' in reply) return sendFault(response, reply.fault)
  if ('status' in reply) {
    if (reply.location !== undefined) response.setHeader('location', reply.location)
    response.writeHead(reply.status)
    response.end(JSON.stringify(reply.body ?? { error: { message: `Incorrect API key provided: ${modelKey}` } }))
    return
  }
  const answer = JSON.stringify(isMessages ? messagesAnswer(reply) : chatAnswer(reply))
  void (reply.until ?? Promise.resolve()).then(() => response.end(answer))
}

type Written = Extract<ModelReply, { text: string }>

const chatAnswer = ({ text, tokens = { in: 100, out: 20 }, finish = 'stop' }: Written) => ({
  id: 'chatcmpl-1',
  object: 'chat.completion',
  choices: [{ index: 0, finish_reason: finish, message: { role: 'assistant', content: text } }],
  ...(tokens && {
    usage: { prompt_tokens: tokens.in, completion_tokens: tokens.out, total_tokens: tokens.in + tokens.out },
  }),
})

const messagesAnswer = ({ text, tokens = { in: 100, out: 20 }, finish = 'end_turn' }: Written) => ({
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  content: [{ type: 'text', text }],
  stop_reason: finish,
  ...(tokens && { usage: { input_tokens: tokens.in, output_tokens: tokens.out } }),
})

function sendFault(response: ServerResponse, fault: Extract<ModelReply, { fault: string }>['fault']): void {
  // `slow` never answers: the client must give up.
  if (fault === 'slow') return
  if (fault === 'hang_up') return void response.destroy()
  if (fault === 'cut_off') {
    response.writeHead(200, { 'content-length': '10000' })
    response.write('{"choices":[{"message":{"content":"half', () => response.destroy())
    return
  }
  if (fault === 'oversized') return void response.end(JSON.stringify(chatAnswer({ text: 'x'.repeat(400_000) })))
  response.end(fault === 'not_json' ? '<html>504</html>' : JSON.stringify({ choices: [] }))
}
