// The service worker: a page for a browser without a connection, and the notices of pushes. It keeps that page with its files and nothing
// else: no answer of the API, no document and no script of the portal. So a new version works with every open page, and takes over at once
// (docs/decisions/0058). Next: offline-page.ts (the page), on-device.ts (who registers this file).
import { noticeOf } from './push-notice.ts'
import type { NoticeClick, PushMessage, WorkerScope } from './worker-scope.ts'

declare const self: WorkerScope
/** The offline page and its files, by their paths. The build writes them here. */
declare const __OFFLINE_FILES__: string[]

const files = __OFFLINE_FILES__
const [page = ''] = files
const cacheName = 'offline'

self.addEventListener('install', (event) => {
  event.waitUntil(keepFiles().then(() => self.skipWaiting()))
})

self.addEventListener('activate', (event) => {
  event.waitUntil(forgetOtherFiles().then(() => self.clients.claim()))
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (origin !== self.location.origin || request.method !== 'GET') return
  if (files.includes(pathname)) event.respondWith(keptOr(pathname, () => fetch(request)))
  // A page of another site frames embedded pages, and shows its own state.
  else if (request.mode === 'navigate' && !/^\/(?:embedded|api|storage)\//.test(pathname))
    event.respondWith(fetch(request).catch(() => keptOr(page, () => Promise.resolve(Response.error()))))
})

self.addEventListener('push', (event) => event.waitUntil(show(event)))
self.addEventListener('notificationclick', (event) => event.waitUntil(open(event)))

async function keepFiles(): Promise<void> {
  const cache = await caches.open(cacheName)
  await cache.addAll(files.map((file) => new Request(file, { cache: 'no-cache', credentials: 'omit' })))
}

async function forgetOtherFiles(): Promise<void> {
  const cache = await caches.open(cacheName)
  for (const request of await cache.keys())
    if (!files.includes(new URL(request.url).pathname)) await cache.delete(request)
}

async function keptOr(path: string, otherwise: () => Promise<Response>): Promise<Response> {
  const cache = await caches.open(cacheName)
  return (await cache.match(path)) ?? otherwise()
}

/** Browsers end a subscription whose pushes show nothing, so an unknown payload shows the name of the host. */
async function show({ data }: PushMessage): Promise<void> {
  const notice = noticeOf(readJson(data), self.location.origin)
  const { title, body, navigate } = notice ?? { title: self.location.host, body: '', navigate: '/' }
  // A push that arrives twice shows one notice.
  await self.registration.showNotification(title, { body, tag: navigate, icon: '/icons/192.png', data: navigate })
}

function readJson(data: PushMessage['data']): unknown {
  try {
    return data?.json()
  } catch {
    return null
  }
}

/** Shows the page of a notice in an open tab of the portal, or in a new one. */
async function open({ notification }: NoticeClick): Promise<void> {
  notification.close()
  const address = new URL(String(notification.data), self.location.origin).href
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const present = pages.find(({ url }) => !new URL(url).pathname.startsWith('/embedded/'))
  if (!present) return void (await self.clients.openWindow(address))
  await present.focus()
  await present.navigate(address)
}
