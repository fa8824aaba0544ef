// The part of a service worker's global scope that ours uses. The library of the compiler has it only without the types of pages.

type Extendable = Event & { waitUntil(work: Promise<unknown>): void }

/** `data`: null for a push without content. */
export type PushMessage = Extendable & { data: { json(): unknown } | null }
export type NoticeClick = Extendable & { notification: Notification }
type FetchRequest = Event & { request: Request; respondWith(answer: Promise<Response>): void }

/** A page of ours that is open. */
type OpenPage = { url: string; focus(): Promise<unknown>; navigate(url: string): Promise<unknown> }

type WorkerEvents = {
  install: Extendable
  activate: Extendable
  fetch: FetchRequest
  push: PushMessage
  notificationclick: NoticeClick
}

export type WorkerScope = {
  location: Location
  registration: ServiceWorkerRegistration
  clients: {
    claim(): Promise<void>
    matchAll(options: { type: 'window'; includeUncontrolled: true }): Promise<OpenPage[]>
    openWindow(url: string): Promise<unknown>
  }
  skipWaiting(): Promise<void>
  addEventListener<Name extends keyof WorkerEvents>(name: Name, hear: (event: WorkerEvents[Name]) => void): void
}
