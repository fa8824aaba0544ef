// What the browser of a signed-in person keeps: the service worker, its push subscription, and the copy of report names for the offline
// page. Loaded when the first page is idle. Next: service-worker.ts, offline-copy.ts.
import type { QueryClient } from '@tanstack/react-query'
import { readMenu, readShelves } from '#features/home/shelves/contract.ts'
import { renewSubscription } from '#features/messaging/push-devices/web/exports.tsx'
import type { Call, ReceivedOf } from '#platform/contract/call.ts'
import { nounOf } from '#platform/web/client/query-keys.ts'
import { forgetOfflineCopy } from '#platform/web/session/forget-offline-copy.ts'
import { type OfflineReport, writeOfflineCopy } from './offline-copy.ts'

const limits = { names: 200, covers: 24 }
const coverSize = { width: 160, height: 90 }

type DeviceDependencies = {
  answers: QueryClient
  /** False after the end of the session, also in another tab. */
  isSignedIn: () => boolean
  /** Aborted when the frame of the person is gone. */
  ended: AbortSignal
}

/** Registers the worker when the page is idle. Writes the copy then, and each time the page is hidden. */
export function startOnDevice(dependencies: DeviceDependencies): void {
  // Safari has no idle callbacks.
  if ('requestIdleCallback' in globalThis) requestIdleCallback(() => start(dependencies), { timeout: 10_000 })
  else start(dependencies)
}

function start({ answers, isSignedIn, ended }: DeviceDependencies): void {
  if (ended.aborted) return
  void renewSubscription().catch(() => undefined)
  // Without TLS a browser has no workers.
  void navigator.serviceWorker?.register('/service-worker.js', { updateViaCache: 'none' }).catch(() => undefined)
  let written = 0
  const write = async () => {
    const { at, reports } = reportsIn(answers)
    if (at <= written || reports.length === 0 || !isSignedIn()) return
    written = at
    await writeOfflineCopy(await withPictures(reports))
    // The session may have ended meanwhile, and the copy with it.
    if (!isSignedIn()) forgetOfflineCopy()
  }
  const onHidden = () => document.visibilityState === 'hidden' && void write().catch(() => undefined)
  document.addEventListener('visibilitychange', onHidden, { signal: ended })
  void write().catch(() => undefined)
}

/** The reports of the answers that the pages have in memory, each once, those of the home page first. `at`: the time of the newest answer. */
function reportsIn(answers: QueryClient): { at: number; reports: OfflineReport[] } {
  const shelves = answersTo(answers, readShelves)
  const menus = answersTo(answers, readMenu)
  const found = [
    ...shelves.flatMap(({ data }) => [
      ...data.favourites,
      ...data.recent,
      ...data.granted,
      ...data.most_used,
      ...data.latest,
    ]),
    ...menus.flatMap(({ data }) => data.groups.flatMap(({ subgroups }) => subgroups.flatMap(({ reports }) => reports))),
  ]
  const reports = new Map(found.map(({ id, name, cover }) => [id, { name, cover }]))
  return {
    at: Math.max(0, ...[...shelves, ...menus].map(({ at }) => at)),
    reports: [...reports.values()].slice(0, limits.names),
  }
}

const answersTo = <C extends Call>(answers: QueryClient, call: C): { data: ReceivedOf<C>; at: number }[] =>
  answers
    .getQueryCache()
    .findAll({ queryKey: [nounOf(call), call.path] })
    .flatMap(({ state }) =>
      state.data === undefined ? [] : [{ data: state.data as ReceivedOf<C>, at: state.dataUpdatedAt }],
    )

async function withPictures(reports: OfflineReport[]): Promise<OfflineReport[]> {
  let pictures = 0
  const copies: OfflineReport[] = []
  for (const { name, cover } of reports) {
    const isWanted = cover !== null && pictures < limits.covers
    if (isWanted) pictures += 1
    // A cover whose address has expired is left out.
    copies.push({ name, cover: isWanted ? await smallPicture(cover).catch(() => null) : null })
  }
  return copies
}

async function smallPicture(address: string): Promise<string> {
  const answer = await fetch(address, { cache: 'force-cache' })
  if (!answer.ok) throw new Error(`the cover answered ${answer.status}`)
  const picture = await createImageBitmap(await answer.blob())
  const canvas = Object.assign(document.createElement('canvas'), coverSize)
  const { width, height } = coverSize
  const scale = Math.max(width / picture.width, height / picture.height)
  const [drawnWidth, drawnHeight] = [picture.width * scale, picture.height * scale]
  canvas
    .getContext('2d')
    ?.drawImage(picture, (width - drawnWidth) / 2, (height - drawnHeight) / 2, drawnWidth, drawnHeight)
  picture.close()
  return canvas.toDataURL('image/webp', 0.7)
}
