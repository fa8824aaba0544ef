// Work over many items on the main thread, in slices: other requests are answered between two slices.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { stopwatch } from './clock.ts'

/** A slice ends with the item after which it has taken this long. */
const sliceMs = 5

/** The results of each slice. The items are handled in their order, and one item is never interrupted. */
export async function* slicesOf<Item, Result>(
  items: Iterable<Item>,
  each: (item: Item) => Result,
): AsyncGenerator<Result[]> {
  let results: Result[] = []
  let elapsed = stopwatch()
  for (const item of items) {
    results.push(each(item))
    if (elapsed() < sliceMs) continue
    yield results
    results = []
    await nextTurn()
    elapsed = stopwatch()
  }
  yield results
}

/** Like `items.map(each)`. */
export async function mapInSlices<Item, Result>(
  items: Iterable<Item>,
  each: (item: Item) => Result,
): Promise<Result[]> {
  let results: Result[] = []
  for await (const slice of slicesOf(items, each)) results = results.concat(slice)
  return results
}
