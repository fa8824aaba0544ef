// Entry point of the page inside the report's frame. Receives the messages of powerbi-client from the embedding page.
// It is independent of the portal. It calls its own service with the token from the load message.
// Next: protocol/report-routes.ts (all requests), embedding.ts (life cycle), viewing.ts (an open report).
import '@fontsource-variable/inter/wght.css'
import './style.css'
import { createEmbedding } from './embedding.ts'
import { readAllowedOrigins } from './protocol/allowed-origins.ts'
import { openChannel } from './protocol/channel.ts'
import { unknown, type WireAnswer, type WireRequest } from './protocol/envelope.ts'
import { reportRoutes } from './protocol/report-routes.ts'
import { createRouter } from './protocol/router.ts'

// There is no handshake: the host posts its load message once, at the frame's `load` event. So the listener must be added before any await.
let answer: (request: WireRequest) => WireAnswer | Promise<WireAnswer> = () => unknown('The viewer has not started.')
const channel = openChannel({
  page: window,
  allowedOrigins: readAllowedOrigins(document),
  answer: (request) => answer(request),
})

// Almost every report has a chart, and charts are most of the code. Start loading them while the host waits for `load`.
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

// Ctrl K and ⌘ K open the host's search. The focused frame would receive these keys alone, so pass them on.
window.addEventListener('keydown', (event) => {
  if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
  event.preventDefault()
  embedding.emit('searchAsked', {})
})
