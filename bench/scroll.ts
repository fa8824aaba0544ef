// Scrolls through ten thousand people of a business unit in a real browser: at reading speed, fast, and from end to end. The baseline
// is a page of one hundred plain rows, scrolled in the same time. Counts the late frames on each page.
import { type Page, chromium } from '@playwright/test'
import { addManyPeople } from '#apps/server/testing/many-people.ts'
import { chromiumFlags, findChromium } from '../tools/chromium.ts'
import { type Setup, password } from './setup.ts'
import { table } from './table.ts'

const people = 10_000
const viewport = { width: 1280, height: 800 }
const seconds = 8
/** Frame times in milliseconds that count as late: slightly more than one frame, and more than two frames, at 60 frames per second. */
const [lateMs, veryLateMs] = [17.5, 34.2]

type ScrollRun = { what: string; page: Page; rowsASecond: number }

export async function measureScroll(setup: Setup): Promise<string> {
  const executablePath = findChromium()
  if (!executablePath) return '\nNo Chromium here: the scrolling part is left out.\n'
  await addManyPeople(setup.ownerUrl, 'bench-5', people)
  const browser = await chromium.launch({ executablePath, args: chromiumFlags })
  try {
    const portal = await openPortal(await browser.newPage({ viewport }), setup)
    const bare = await openBare(await browser.newPage({ viewport }))
    const runs: ScrollRun[] = [
      { what: 'by hand, 25 rows a second', page: portal, rowsASecond: 25 },
      { what: 'quickly, 100 rows a second', page: portal, rowsASecond: 100 },
      { what: 'all of them', page: portal, rowsASecond: people / seconds },
      { what: '  a bare page of 100 rows', page: bare, rowsASecond: 100 / seconds },
    ]
    const found = []
    for (const run of runs) found.push({ run, frames: await framesOf(run) })
    const bareRate = found.at(-1)?.frames.length ?? 1
    return table(
      `${people.toLocaleString('en')} people scrolled through, ${seconds} s each`,
      ['way', 'frames', 'of the bare page', 'over 16.7 ms', 'over 33 ms', 'longest ms'],
      found.map(({ run, frames }) => line(run.what, frames, bareRate)),
    )
  } finally {
    await browser.close()
  }
}

function line(what: string, frames: number[], bareRate: number): string[] {
  const share = (max: number) => `${((100 * frames.filter((each) => each > max).length) / frames.length).toFixed(1)} %`
  const longest = Math.max(...frames).toFixed(0)
  return [what, String(frames.length), (frames.length / bareRate).toFixed(2), share(lateMs), share(veryLateMs), longest]
}

/** Milliseconds between consecutive frames. */
async function framesOf({ page, rowsASecond }: ScrollRun): Promise<number[]> {
  await page.bringToFront()
  return page.evaluate(
    async ({ rows, ms }) => {
      scrollTo(0, 0)
      await new Promise((resolve) => setTimeout(resolve, 1_000))
      const height = document.querySelector<HTMLElement>('tbody tr')?.offsetHeight ?? 0
      const way = Math.min(document.documentElement.scrollHeight - innerHeight, rows * height)
      const frames: number[] = []
      await new Promise<void>((resolve) => {
        let [begun, before] = [0, 0]
        const draw = (now: number) => {
          if (before > 0) frames.push(now - before)
          else begun = now
          before = now
          scrollTo(0, (way * (now - begun)) / ms)
          if (now - begun < ms) requestAnimationFrame(draw)
          else resolve()
        }
        requestAnimationFrame(draw)
      })
      return frames
    },
    { rows: rowsASecond * seconds, ms: seconds * 1_000 },
  )
}

async function openPortal(page: Page, { portal, world }: Setup): Promise<Page> {
  const home = `http://${world.admin.host}:${portal.port}/`
  await page.goto(home)
  await page.locator('input[name="email"]').fill(world.admin.email)
  await page.locator('input[name="password"]').fill(password)
  await page.locator('button[type="submit"]').click()
  await page.waitForURL((url) => !url.pathname.includes('signin'))
  await page.locator('main').waitFor()
  await page.goto(`${home}user?size=all`)
  await page.locator('tr[data-index]').first().waitFor()
  return page
}

async function openBare(page: Page): Promise<Page> {
  const cells = (row: number) =>
    [`Row ${row}`, 'Reader', 'Group', 'Active', 'Never'].map((text) => `<td>${text}`).join('')
  const rows = Array.from({ length: 100 }, (_, index) => `<tr>${cells(index + 1)}`).join('')
  await page.setContent(
    `<!doctype html><style>table { width: 100% } td { height: 3.5rem }</style><table><tbody>${rows}</table>`,
  )
  return page
}
