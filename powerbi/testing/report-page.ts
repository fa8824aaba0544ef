/**
 * The page inside a report's frame. It speaks the part of the SDK's protocol that the tests need, and records received messages
 * in `window.received`. The same page stands in for both services: on a local origin and on Microsoft's.
 */
export const REPORT_PAGE = `<!doctype html><meta charset="utf-8"><title>Report</title><p id="shown"></p><script>
const pages = [{ name: 'p1', displayName: 'One', isActive: true }, { name: 'p2', displayName: 'Two', isActive: false }]
window.received = []
let uid = ''
let origin = '*'
const send = (message) => parent.postMessage(message, origin)
window.say = (name, body) =>
  send({ method: 'POST', url: '/reports/' + uid + '/events/' + name, headers: { id: String(Math.random()) }, body })
const answers = {
  'POST /report/load': (body) => {
    document.getElementById('shown').textContent = body.id
    const quiet = location.search.includes('quiet')
    if (!quiet) setTimeout(() => ['loaded', 'renderingStarted', 'rendered'].forEach((name) => say(name, {})), 30)
    return [202, {}]
  },
  'GET /report/pages': () => [200, pages],
  'PUT /report/pages/active': (body) => {
    const before = pages.find((page) => page.isActive)
    pages.forEach((page) => { page.isActive = page.name === body.name })
    setTimeout(() => say('pageChanged', { newPage: pages.find((page) => page.isActive), oldPage: before }))
    return [202, {}]
  },
  'POST /report/token': () => [202, {}],
  'POST /report/filters': () => [202, {}],
}
addEventListener('message', (event) => {
  const { method, url, headers, body } = event.data
  if (event.source !== parent || !method) return
  origin = event.origin
  window.received.push({ method, url, body })
  if (url === '/report/load') uid = headers.uid
  const [statusCode, answer] = (answers[method + ' ' + url] ?? (() => [404, { message: 'unknown' }]))(body)
  send({ statusCode, headers: { id: headers.id }, body: answer })
})
</script>`
