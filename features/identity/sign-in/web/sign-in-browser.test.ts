import { expect, it } from 'vitest'
import { browserOf } from './sign-in-browser.ts'

const webKit = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko)'

it.each([
  [`${webKit} Chrome/140.0.0.0 Safari/537.36`, 'chrome'],
  [`${webKit} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`, 'edge'],
  [`${webKit} Chrome/140.0.0.0 Safari/537.36 OPR/120.0.0.0`, 'opera'],
  ['Mozilla/5.0 (Windows NT 10.0; rv:142.0) Gecko/20100101 Firefox/142.0', 'firefox'],
  [`${webKit} Version/18.5 Safari/605.1.15`, 'safari'],
  [`${webKit} CriOS/140.0 Mobile/15E148 Safari/604.1`, 'chrome'],
  ['curl/8.0', null],
])('names the browser of %s', (userAgent, browser) => expect(browserOf(userAgent)).toBe(browser))
