// Cookies of single sign-on. The portal has no session cookie: a cookie only binds the browser that asked an identity provider to the
// answer that comes back (S5).
import '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'

export type Cookies = {
  read(name: string): string | undefined
  /**
   * Valid for `seconds` below `path`; readable by no script. `none` (the default): a form of an identity provider brings it back, from
   * another site. `strict`: only our own pages bring it back.
   */
  set(name: string, value: string, where: { path: string; seconds: number; sameSite?: 'none' | 'strict' }): void
  remove(name: string, where: { path: string }): void
}

export const cookiesOf = (request: FastifyRequest, reply: FastifyReply): Cookies => ({
  read: (name) => request.cookies[name],
  set: (name, value, { path, seconds, sameSite = 'none' }) => {
    reply.setCookie(name, value, { path, maxAge: seconds, httpOnly: true, secure: true, sameSite })
  },
  remove: (name, { path }) => {
    reply.clearCookie(name, { path, httpOnly: true, secure: true, sameSite: 'none' })
  },
})
