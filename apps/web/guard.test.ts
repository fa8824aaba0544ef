import { expect, test } from 'vitest'
import { guard, matches } from './guard.ts'

const screens = ['/', '/user', '/$id/reports/view']
const publicScreens = ['/signin', '/domain/notfound', '/first-account/$token']
const visit = (href: string, signedIn: boolean) =>
  guard({ pathname: href.replace(/[?#].*/, ''), href, signedIn, isEmbedded: false, screens, publicScreens })
const visitEmbedded = (pathname: string, signedIn: boolean) =>
  guard({ pathname, href: pathname, signedIn, isEmbedded: true, screens, publicScreens })

test('a signed-in person at the sign-in page is redirected to the dashboard', () => {
  expect(visit('/signin?redirect=%2Fuser', true)).toEqual({ to: '/' })
})

test('a person without a session is redirected to sign-in with the full path', () => {
  expect(visit('/user?page=2#x', false)).toEqual({ to: '/signin', redirect: '/user?page=2#x' })
  expect(visit('/7/reports/view', false)).toEqual({ to: '/signin', redirect: '/7/reports/view' })
  expect(visit('/', false)).toEqual({ to: '/signin' })
})

test('public screens open without a session, unknown paths lead to sign-in', () => {
  for (const path of ['/signin', '/domain/notfound', '/first-account/abc']) expect(visit(path, false)).toBeNull()
  expect(visit('/nowhere', false)).toEqual({ to: '/signin' })
  expect(visit('/first-account', false)).toEqual({ to: '/signin' })
})

test('a signed-in person may visit any path; an unknown path has its own page', () => {
  for (const path of ['/user', '/nowhere', '/domain/notfound']) expect(visit(path, true)).toBeNull()
})

test('a segment of a pattern matches exactly one segment', () => {
  expect(matches('/$id/reports', '/a/reports/')).toBe(true)
  expect(matches('/$id/reports', '/a/b/reports')).toBe(false)
})

test('E4: a page of embedded access leads to no other page, and the portal loads such a page anew', () => {
  for (const path of ['/', '/signin', '/user', '/change/company/abc']) {
    expect(visitEmbedded(path, true)).toEqual({ to: '/embedded/reports' })
    expect(visitEmbedded(path, false)).toEqual({ to: '/embedded/ended' })
  }
  expect(visitEmbedded('/7/reports/view', true)).toEqual({ to: '/embedded/reports/7' })
  expect(visitEmbedded('/embedded/reports/7', true)).toBeNull()
  expect(visitEmbedded('/embedded/reports/7', false)).toEqual({ to: '/embedded/ended' })
  for (const path of ['/embedded/ended', '/embedded/a.b.c']) expect(visitEmbedded(path, false)).toBeNull()
  for (const isIn of [true, false]) expect(visit('/embedded/a.b.c', isIn)).toEqual({ load: '/embedded/a.b.c' })
})
