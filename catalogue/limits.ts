// Constants of the business: what the specification's section 9 fixes, and the bounds that we chose.
// They are not configuration (platform/server/config.ts) and not settings of a business unit (features/settings).

/** Hours a session lasts when the business unit says nothing else; idle time-out is half of it. */
export const loginTimeoutHours = { default: 8, min: 1, max: 720 } as const

/** A token may be renewed this long after it went idle; later the person signs in again. */
export const refreshGraceMinutes = 5

/**
 * Wrong guesses of a password, within a window. So many of one account from one address; so many by a browser that has signed its
 * person in before. `stranger`: of one account from everywhere else together, so many at will, then each waits twice as long as the
 * one before; who waited as told has a guess even if others were quicker, so many of a network and so many of all. `address`: of all accounts from one address, more for each account that came in from there lately.
 */
export const signInThrottle = {
  windowMinutes: 15,
  perAccountAtAddress: 10,
  perDevice: 10,
  stranger: { atWill: 30, firstWaitSeconds: 2, longestWaitSeconds: 60, afterWaiting: { perNetwork: 1, most: 40 } },
  address: { base: 60, forEachAccount: 10, most: 1_000, lateDays: 14 },
} as const

/** Browsers of a person that are remembered, and for how long after their last sign-in. */
export const signInDevices = { perPerson: 20, keptDays: 90 } as const

/**
 * Sign-ins of one process: so many under way or waiting, so many of them that a network has to itself, and so many connections for
 * all of them; and so many networks that are out of guesses are known by heart.
 */
export const signInShare = { atOnce: 100, ofNetwork: 10, connections: 2, crowdedKept: 10_000 } as const

export const password = { minLength: 8, maxLength: 256 } as const

export const pageSizes = [25, 50, 100] as const
export type PageSize = (typeof pageSizes)[number]
export const defaultPageSize: PageSize = 25
export const maxPage = 100_000

/** Rows that a list without pages leads through; behind them one searches or takes the file. */
export const scrolledRows = 10_000

/** Characters that a person may type into a search box. */
export const searchLength = 200

/** Delays that a person meets, in milliseconds (specification, section 9). */
export const delays = {
  survey: 1_000,
  broadcast: 1_000,
  reloadAfterRefresh: 1_000,
  retryAfterRefresh: 500,
  switchModal: 2_000,
  errorToast: 10_000,
  copiedToast: 1_000,
  logHeartbeat: 60_000,
} as const

export const userReportFiltersBytes = 64 * 1024
export const requestBodyBytes = 1024 * 1024

/** The code that proves a sender's address: how long it is good, and how often it may be mistyped. */
export const senderCode = { minutes: 15, tries: 5 } as const

/**
 * Mails that go to somebody who may not have asked for them. Codes that a business unit may mail, that one address is mailed by all
 * business units, and tries of a business unit to type one in; and tests that a business unit, and one address, may be sent.
 */
export const mailBudgets = {
  unit: { anHour: 3, aDay: 10 },
  address: { anHour: 5, aDay: 5 },
  tries: { anHour: 20, aDay: 20 },
  unitTests: { anHour: 20, aDay: 60 },
  tests: { anHour: 5, aDay: 10 },
} as const

/**
 * What a person may upload as a picture: bytes as sent, pixels as decoded, and uploads in an hour that nothing came to show. So many are
 * under way at once in one process, each in memory; of a business unit so many whatever others do, half of all while they are free.
 */
export const upload = { bytes: 8 * 1024 * 1024, pixels: 25_000_000, unusedAnHour: 60, atOnce: 14, ofUnit: 3 } as const

/** Embed tokens are asked for this long at the most, in minutes, and renewed by the viewer before they end. */
export const embedToken = { lifetimeMinutes: 60, reuseUntilMinutes: 10 } as const

/**
 * A list as a file: rows at the most (a sheet holds 1,048,576), read so many at once; so many files at once from one process, to a
 * business unit and to a person; and how long a browser may take over what was read at once.
 */
export const exports = {
  rows: 1_000_000,
  fetched: 500,
  atOnce: 3,
  ofUnit: 2,
  ofPerson: 1,
  patienceMs: 20_000,
} as const

/** Custom fields of a business unit, and of a partner for all of its units: each is asked in the form of every person. */
export const customFieldsOfOwner = 60

/** How a person may arrange lists: so many lists, columns and named views of each, filters of a view, characters of one. */
export const listChoices = { lists: 100, columns: 40, views: 20, filters: 20, valueLength: 200 } as const

/** How many sessions a person has at once; with one more the longest unseen ends. */
export const sessionsPerPerson = 50

/** How long a session that is over is remembered. */
export const sessionsKeptDays = 30

/** Erasing a business unit: rows in a transaction, how often it says how far it is, and how long a worker is at it at a time. */
export const erasureStep = { rows: 1_000, tellsEveryMs: 300, longestMs: 240_000 } as const
