// Runs a slideshow: which page of which report is on screen, for how long, and when the next one is loaded. It knows neither React nor the
// SDK, so a test runs a day of it in a second. A picture on screen never changes: each page is loaded hidden, with fresh data, and replaces
// the present one when it is complete. Without a network, the last picture stays.
import type { PlaylistItem } from '../contract.ts'
import { isDue, nextItem } from './playlist-schedule.ts'

/** A page of a report that has loaded completely, shown or hidden. */
export type Picture = {
  /** The pages of the report that a reader sees, in their order. `page`: the open one. */
  pages: readonly string[]
  page: string | null
}

export type Slideshow<Item> = { items: readonly Item[]; timezone: string }

export type Stage<Item> = {
  /** Loads a page of an item hidden, and resolves when it is complete. `page` null: the page with which the report opens. */
  load: (item: Item, page: string | null, signal: AbortSignal) => Promise<Picture>
  /** Replaces the present picture by a loaded one. */
  present: (picture: Picture, item: Item) => void
  /** Removes a picture that is not shown. */
  drop: (picture: Picture) => void
  /** Shows that there is no item now: the playlist is empty or outside its hours. */
  showNothing: () => void
  /** Returns the present playlist, which may change at any time. */
  list: () => Slideshow<Item>
  now: () => Date
  wait: (milliseconds: number, signal: AbortSignal) => Promise<void>
  /** The state of the buttons. `skip` returns true once for each press. */
  isPaused: () => boolean
  skip: () => boolean
}

const tickMs = 1_000
const retryMs = 5_000
const idleMs = 10_000
/** Milliseconds in which a picture fades into the next one. */
const fadeMs = 600
/** Seconds before the end of a page at which the next one begins to load. */
const leadSeconds = 20

/**
 * One page of an item. `pages`: all pages of the item in the order of this round; null until the report has listed them. `pageIndex` counts
 * the pages of all rounds.
 */
type Step<Item> = { item: Item; page: string | null; pageIndex: number; pages: readonly string[] | null }
type Loading<Item> = { step: Step<Item>; picture: Promise<Picture> }

/** Plays until the signal aborts. `firstItemId`: the item that was on screen before the page was reloaded; null: the first one. */
export async function playItems<Item extends PlaylistItem>(
  stage: Stage<Item>,
  signal: AbortSignal,
  firstItemId: string | null = null,
): Promise<void> {
  /** The page that loads while another picture is shown. */
  const ahead: { coming: Loading<Item> | null } = { coming: null }
  let displayedPicture: Picture | null = null
  let cursor: string | null = null

  const begin = (step: Step<Item>): Loading<Item> => {
    const picture = stage.load(step.item, step.page, signal)
    // A failure is handled where the picture is awaited.
    picture.catch(() => undefined)
    return { step, picture }
  }
  const forget = () => {
    ahead.coming?.picture.then(stage.drop, () => undefined)
    ahead.coming = null
  }
  const firstStep = (after: string | null): Step<Item> | null => {
    const { items, timezone } = stage.list()
    const item = nextItem(items, after, stage.now(), timezone)
    return item && { item, page: item.page, pageIndex: 0, pages: null }
  }
  const isStill = (item: Item) => {
    const { items, timezone } = stage.list()
    return items.some((other) => isSame(other, item)) && isDue(item.hours, stage.now(), timezone)
  }
  const stepAfter = ({ item, pageIndex, pages }: Step<Item>): Step<Item> | null => {
    const count = pages?.length ?? 0
    if (pageIndex + 1 >= count * item.repetitions || !isStill(item)) return firstStep(item.id)
    return { item, page: pages?.[(pageIndex + 1) % count] || null, pageIndex: pageIndex + 1, pages }
  }

  /** Waits for the duration of a page. Returns false if it ended early: the person skipped, or the item is no longer in the playlist. */
  const hold = async (item: Item, seconds: number): Promise<boolean> => {
    const end = stage.now().getTime() + seconds * 1_000
    for (let paused = 0; !signal.aborted;) {
      const left = end + paused - stage.now().getTime()
      if (stage.skip() || !isStill(item)) return false
      if (left <= 0) return true
      const slice = Math.min(tickMs, left)
      await stage.wait(slice, signal)
      if (stage.isPaused()) paused += slice
    }
    return false
  }

  const remembered = stage.list().items.find(({ id }) => id === firstItemId)
  let step: Step<Item> | null =
    remembered && isStill(remembered)
      ? { item: remembered, page: remembered.page, pageIndex: 0, pages: null }
      : firstStep(null)
  while (!signal.aborted) {
    if (step === null) {
      forget()
      stage.showNothing()
      if (displayedPicture) stage.drop(displayedPicture)
      displayedPicture = null
      await stage.wait(idleMs, signal)
      step = firstStep(cursor)
      continue
    }
    if (ahead.coming && !isSameStep(ahead.coming.step, step)) forget()
    const loading: Loading<Item> = ahead.coming ?? begin(step)
    ahead.coming = null
    const { item } = step
    cursor = item.id
    let picture: Picture
    try {
      picture = await loading.picture
    } catch {
      // The picture on screen stays. The next item may be at another service.
      await stage.wait(retryMs, signal)
      step = firstStep(cursor)
      continue
    }
    if (signal.aborted) return
    const before: Picture | null = displayedPicture
    displayedPicture = picture
    stage.present(picture, item)
    if (before) void stage.wait(fadeMs, signal).then(() => stage.drop(before))
    const present: Step<Item> = { ...step, pages: step.pages ?? pagesFrom(picture, item) }
    const lead = Math.min(leadSeconds, item.seconds - 1)
    if (await hold(item, item.seconds - lead)) {
      const following = stepAfter(present)
      if (following) ahead.coming = begin(following)
      await hold(item, lead)
    }
    step = stepAfter(present)
  }
}

/** The pages of an item, beginning with the one that is open. */
function pagesFrom({ pages, page }: Picture, item: PlaylistItem): readonly string[] {
  if (item.page !== null) return [item.page]
  const start = Math.max(0, pages.indexOf(page ?? ''))
  return pages.length === 0 ? [''] : [...pages.slice(start), ...pages.slice(0, start)]
}

/** Whether two items are the same. An item that was changed in the form counts as another one. */
const isSame = (one: PlaylistItem, other: PlaylistItem): boolean =>
  one === other || (one.id === other.id && JSON.stringify(one) === JSON.stringify(other))

const isSameStep = (one: Step<PlaylistItem>, other: Step<PlaylistItem>): boolean =>
  isSame(one.item, other.item) && one.page === other.page && one.pageIndex === other.pageIndex
