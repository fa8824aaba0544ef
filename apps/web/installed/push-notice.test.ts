import { expect, it } from 'vitest'
import { noticeOf } from './push-notice.ts'

const origin = 'https://norte.example'
const notification = { title: 'Norte', body: 'Há uma novidade.', navigate: `${origin}/notifications/1/open` }

it('reads the payload of Declarative Web Push', () => {
  expect(noticeOf({ web_push: 8030, notification }, origin)).toEqual(notification)
  expect(noticeOf({ web_push: 8030, notification: { ...notification, body: 7 } }, origin)).toMatchObject({ body: '' })
})

it.each([null, 'text', 7, {}, { web_push: 8030 }, { web_push: 1, notification }, { web_push: 8030, notification: {} }])(
  'ignores another payload: %j',
  (payload) => expect(noticeOf(payload, origin)).toBeNull(),
)

it.each(['https://evil.example/x', 'javascript:alert(1)', '//evil.example', 'https://norte.example.evil.example/'])(
  'U3: leads to the home page instead of %s',
  (navigate) =>
    expect(noticeOf({ web_push: 8030, notification: { ...notification, navigate } }, origin)?.navigate).toBe(
      `${origin}/`,
    ),
)
