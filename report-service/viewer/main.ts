// The page inside the report's frame: listens to powerbi-client in the page around it and shows what that asks for.
// It is not the portal and knows none; it asks its own service, by the token that the load message brings.
// Next: protocol/report-routes.ts (every request), embedding.ts (its life), viewing.ts (an open report).
import './style.css'
import { createEmbedding } from './embedding.ts'
import { readAllowedOrigins } from './protocol/allowed-origins.ts'
import { openChannel } from './protocol/channel.ts'
import { unknown, type WireAnswer, type WireRequest } from './protocol/envelope.ts'
import { reportRoutes } from './protocol/report-routes.ts'
import { createRouter } from './protocol/router.ts'

// There is no handshake: the host posts its load once, at the frame's `load` event. Hence nothing is awaited before this.
let answer: (request: WireRequest) => WireAnswer | Promise<WireAnswer> = () => unknown('The viewer has not started.')
const channel = openChannel({
  page: window,
  allowedOrigins: readAllowedOrigins(document),
  answer: (request) => answer(request),
})

// Hardly a report has no chart, and their code is most of the weight: it comes while the host still waits for `load`.
void import('./visuals/chart.ts')

const root = document.getElementById('viewer')
if (!root) throw new Error('The page has no place for the viewer.')
const parameters = new URLSearchParams(location.search)
const embedding = createEmbedding({
  root,
  page: window,
  language: parameters.get('language'),
  formatLocale: parameters.get('formatLocale'),
  send: channel.send,
})
answer = createRouter(reportRoutes(embedding, window))

// The page around has a search of its own behind these keys, and a frame that has the focus would keep them to itself.
window.addEventListener('keydown', (event) => {
  if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
  event.preventDefault()
  embedding.emit('searchAsked', {})
})
