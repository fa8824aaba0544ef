// Limits of the product: those that section 9 of the specification fixes, and those we chose.
// They are not configuration (platform/server/config.ts) and not settings of a business unit (features/organisation/settings).

/** Session lifetime in hours, unless the business unit sets its own. The idle time-out is half of the lifetime. */
export const loginTimeoutHours = { default: 8, min: 1, max: 720 } as const

/** Business units that the switcher gets with the session, and for one search. Beyond it a person searches. */
export const ownUnits = { listed: 200, found: 50 } as const

/** The longest time without a sign-in after which a business unit blocks people, in days. */
export const maxAutoBlockDays = 999

/** An idle session may be renewed for this many minutes after its idle time-out. Then the person signs in again. */
export const refreshGraceMinutes = 5

/**
 * Rate limits for failed password attempts, per window.
 * - `perAccountAtAddress`: attempts on one account from one IP address.
 * - `perDevice`: attempts from a browser that has signed this person in before.
 * - `stranger`: attempts on one account from all other browsers together. The first `beforeBackOff` need no wait. After that the wait
 *   doubles with each attempt. A client that respected Retry-After gets one attempt, at most `perNetwork` per network and `max` per
 *   account and window.
 * - `address`: attempts on all accounts from one IP address: `base`, plus `forEachAccount` for each account that signed in from it in the
 *   last `lateDays` days, at most `max`.
 */
export const signInThrottle = {
  windowMinutes: 15,
  perAccountAtAddress: 10,
  perDevice: 10,
  stranger: {
    beforeBackOff: 30,
    firstWaitSeconds: 2,
    longestWaitSeconds: 60,
    afterRetryAfter: { perNetwork: 1, max: 40 },
  },
  address: { base: 60, forEachAccount: 10, max: 1_000, lateDays: 14 },
} as const

/**
 * Two-factor sign-in. `tries`: codes of one person per window of `signInThrottle`. Lifetimes in minutes: of a sign-in that waits for a code,
 * and of a set-up. A trusted browser needs no code for `trustedDays` days. A person has at most `passkeys` passkeys.
 */
export const secondFactor = {
  tries: 5,
  codeMinutes: 5,
  setupMinutes: 15,
  recoveryCodes: 10,
  trustedDays: 30,
  passkeys: 20,
} as const

/** Known browsers of a person: how many are remembered, and for how many days after their last sign-in. */
export const signInDevices = { perPerson: 20, keptDays: 90 } as const

/**
 * Concurrency limits for sign-in in one process: `atOnce` requests in total, `reservedPerNetwork` reserved for each client network,
 * `forKnown` more for browsers that have signed their person in before, when the others are taken, `connections` database connections.
 * The process remembers the Retry-After of at most `throttledNetworks` networks.
 */
export const signInConcurrency = {
  atOnce: 100,
  reservedPerNetwork: 10,
  forKnown: 20,
  connections: 2,
  throttledNetworks: 10_000,
} as const

/**
 * Calls per minute of a network, and of all networks, at sign-in with an identity provider, and at sign-in with a passkey. `starts`: sign-ins
 * that begin. `unproven`: answers that prove nobody's identity; the others do not count, so that the people of an office behind one address
 * all sign in.
 */
export const providerSignIns = {
  starts: { perMinute: 1_000, allPerMinute: 10_000 },
  unproven: { perMinute: 60, allPerMinute: 3_000 },
} as const

export const password = { minLength: 8, maxLength: 256 } as const

/** Bounds of a business unit's password rules: the shortest password that it may demand, and the days until a password expires. */
export const passwordRuleBounds = { minLength: { min: 8, max: 64 }, days: { max: 999 } } as const

/** Lifetime of links with which a person sets a password, in seconds: after "forgot password", at a sign-in, in an invitation. */
export const passwordLinkSeconds = { password_recovery: 3_600, password_change: 900, invitation: 7 * 86_400 } as const

/** Lifetime of the link that confirms a registration, in seconds. */
export const registrationLinkSeconds = 86_400

export const pageSizes = [25, 50, 100] as const
export type PageSize = (typeof pageSizes)[number]
export const defaultPageSize: PageSize = 25
export const maxPage = 100_000

/** Maximum rows of an infinite-scroll list. Beyond it the user narrows the search or exports. */
export const scrolledRows = 10_000

/** A list counts its records up to this number. Beyond it the answer's `total` is one more, and the screen says “more than 10,000”. */
export const countedRows = 10_000

/** Maximum length of a search text, in characters. */
export const searchLength = 200

/** Delays in the user interface, in milliseconds (specification, section 9). */
export const delays = {
  survey: 1_000,
  broadcast: 1_000,
  notices: 1_000,
  reloadAfterRefresh: 1_000,
  retryAfterRefresh: 500,
  switchModal: 2_000,
  remoteWait: 5_000,
  errorToast: 10_000,
  copiedToast: 1_000,
  logHeartbeat: 60_000,
  shiftWarning: 300_000,
} as const

/**
 * Rate limits of browsers' own reports, in calls per minute and process: reports of a log-out (the key is a network, and a person when a
 * token proves one), events of the view log, and saved edits of reports (the key is a person).
 */
export const logoutReports = { perMinute: 10, allPerMinute: 300 } as const
export const viewEvents = { perMinute: 120, allPerMinute: 6_000 } as const
export const savedEdits = { perMinute: 20, allPerMinute: 1_000 } as const

/**
 * Rate limit of the API documentation, in answers per minute and process; the key is a network. One answer has up to 1.2 MB. A caller that
 * has it already gets 304, which does not count.
 */
export const documentAnswers = { perMinute: 30, allPerMinute: 300 } as const

/** Rate limit of the manifest and the icons of a host, in answers per minute and process; the key is a network. */
export const installAnswers = { perMinute: 60, allPerMinute: 1_200 } as const

/** How long the old token of a directory stays valid after a rotation, in hours. */
export const scimTokenOverlapHours = 24

/**
 * API keys. `perUnit`, `perOwner`: keys that are not revoked. `days`: the longest lifetime. `overlapHours`: how long the old key stays valid
 * after a rotation. `warnDays`: days before the end at which the owner is warned. `perMinute`: calls of one key in one process. `guesses`:
 * unknown keys of one network per window of `signInThrottle`. `keptDays`: how long the list shows keys that have ended.
 */
export const apiKeys = {
  perUnit: 100,
  perOwner: 20,
  networks: 50,
  days: 365,
  overlapHours: 24,
  warnDays: [14, 3],
  perMinute: 600,
  guesses: 30,
  keptDays: 90,
} as const

/**
 * The header Idempotency-Key of calls with an API key. `keptHours`: how long an answer is kept. `maxAnswer`: the longest kept answer, in
 * bytes. `perKey`: the requests of one API key that are stored. `leaseMinutes`: a request that has no answer after this time has failed with its process, and can be sent again.
 */
export const idempotency = { keptHours: 24, maxAnswer: 65_536, perKey: 20_000, leaseMinutes: 10 } as const

/** The most resources of one SCIM answer. */
export const scimMostResults = 200

/** The most operations of one SCIM patch, and the most members that one of its operations names. */
export const scimPatch = { operations: 200, members: 10_000 } as const

/** Rate limit of a directory: Microsoft Entra asks for at least 25 requests a second. */
export const scimRequests = { perMinute: 3_000 } as const

/**
 * Embedded access. A token lives at most `tokenSeconds`; the clock of its signer may run `aheadSeconds` before ours. Lengths in characters.
 * `requests`: tokens of one client network per minute and process.
 */
export const embeddedAccess = {
  tokenLength: 4_096,
  tokenSeconds: 300,
  aheadSeconds: 60,
  tokenIdLength: 128,
  origins: 50,
  originLength: 300,
  requests: { perMinute: 300, allPerMinute: 6_000 },
} as const

/**
 * Playlists: items of one; screens of one; the running sessions of a screen's link; the hours after its end in which the session of a
 * screen may still be renewed; the seconds between two reports of a screen. `pairing`: minutes for which a code is shown, and codes that
 * wait in one business unit, also of one network (IPv6: /48), so that one network cannot keep the screens of others out. `calls`:
 * sign-ins and pairings of one network.
 */
export const playlists = {
  items: 100,
  screens: 200,
  sessionsPerScreen: 50,
  renewableHours: 24,
  beatSeconds: 20,
  pairing: { minutes: 15, waiting: 500, waitingOfNetwork: 30 },
  calls: { perMinute: 120, allPerMinute: 3_000 },
} as const

/** Lifetime of the token that hands a person over to another host, in seconds. */
export const handOverSeconds = 60

/**
 * Remote access: how long a request waits for an answer and a session lasts at most, in minutes; requests of one person per minute; and
 * how many past accesses a person sees.
 */
export const remoteAccess = { waitMinutes: 10, maxMinutes: 60, perMinute: 30, past: 50 } as const

export const userReportFiltersBytes = 64 * 1024

/** Named views that one person stores of one report. Each holds at most `userReportFiltersBytes`. */
export const savedViews = { perReport: 50 } as const

/** Visuals that one person pins to their home page of a business unit. Each is a frame of its own there. */
export const maxPins = 12

/** Exports of reports as files that one person starts in a minute and in an hour. A file is available for a day. */
export const reportExports = { perMinute: 6, perHour: 40, keptHours: 24 } as const

/** Filters in the address of a report: the length of all of them in characters, and their number. */
export const addressFilters = { length: 2_000, max: 10 } as const

/** An open report asks for its data again at most this often, in seconds, and at least once a day. */
export const reportRefreshSeconds = { min: 30, max: 86_400 } as const

/** The words of the watermark, in characters. */
export const watermarkLength = 120

/** Comments of a report: their length, people named in one, and how many the newest page of them has. */
export const reportComments = { length: 2_000, mentions: 20, shown: 100 } as const

/** Rate limit of new and changed comments, in calls per minute and process; the key is a person. */
export const commentCalls = { perMinute: 30, allPerMinute: 1_000 } as const

/**
 * Tickets of the help desk: characters of the subject, of a text and of the name of a file; files of one text; the kinds of files; and how
 * many follow-ups a ticket shows. `ratingComment`: characters; `ratingDays`: days after the resolution in which it can be rated;
 * `satisfactionDays`: days of the summary of ratings. `answeringMinutes`: how long others see that somebody answers, after the last save of the draft.
 */
export const tickets = {
  subject: 150,
  length: 5_000,
  fileName: 150,
  attachments: 10,
  extensions: ['png', 'jpg', 'jpeg', 'webp', 'pdf', 'docx', 'xlsx', 'pptx', 'csv', 'txt', 'log'],
  followUpsShown: 500,
  ratingComment: 1_000,
  ratingDays: 14,
  satisfactionDays: 90,
  answeringMinutes: 2,
  ofFault: 200,
} as const

/** Service levels of the help desk: the largest target in hours, and the number of own days without working time. */
export const serviceLevels = { hours: 2_000, ownDays: 100 } as const

/** Business units of one client, bills that one call issues, and the days from issue to due date that the form proposes. */
export const billing = {
  unitsPerClient: 200,
  billsPerCall: 100,
  dueDays: 10,
  maxDueDays: 90,
  lastIssueDay: 28,
  addressesPerClient: 10,
} as const

/**
 * Limits of domains: the number of one partner; and of one check of a TXT record, the number of answers that are read and the time in
 * milliseconds, of all servers together.
 * - `compared`: the most domains of other partners with which a new name is compared.
 * - `firstWaitMinutes`, `longestWaitMinutes`: intervals between two checks by the portal, which grow with the age of a domain.
 * - `days`: the number of days for which the portal checks a domain that is not verified.
 * - `verifiedEveryHours`: the interval in hours between two checks of a verified domain.
 */
export const domains = {
  compared: 20_000,
  ofPartner: 200,
  answers: 20,
  timeLimitMs: 6_000,
  firstWaitMinutes: 5,
  longestWaitMinutes: 360,
  days: 30,
  verifiedEveryHours: 24,
} as const

/**
 * Questions of proxies whether a host may get a certificate. Rate limit in calls per minute and process; the key is the address of the proxy.
 * `keptSeconds`, `keptHosts`: an answer 200 is given again without a query, and does not count.
 */
export const certificateQuestions = { perMinute: 600, allPerMinute: 1_800, keptSeconds: 60, keptHosts: 10_000 } as const

/** Rate limit of checks of TXT records that people start, in calls per minute and process; the key is a person. */
export const domainChecks = { perMinute: 40, allPerMinute: 300 } as const

/** Rate limit of all changes of tickets, and of their files, in calls per minute and process; the key is a person. */
export const ticketCalls = { perMinute: 120, allPerMinute: 3_000 } as const

/**
 * Limits of what one person sends about tickets, because each message notifies several people: tickets and follow-ups in an hour; files
 * that no ticket uses, in an hour; and bytes of files in a day. `answersToPersonAnHour`: answers and new statuses that all people who handle
 * tickets send to one person. `unitBytesADay`: bytes of files in a day of all people of a business unit.
 */
export const ticketBudget = {
  ticketsAnHour: 20,
  followUpsAnHour: 60,
  answersToPersonAnHour: 60,
  unusedFilesAnHour: 20,
  bytesADay: 200 * 1024 * 1024,
  unitBytesADay: 2 * 1024 * 1024 * 1024,
} as const

/**
 * Mails that arrive for tickets.
 * - `bytes`: of one mail, with its files in their encoding.
 * - `keptDays`: days for which the original is kept.
 * - `anHour`: mails of one person for one ticket; `personBytesADay`, `unitBytesADay`: bytes of all mails of a person and of a business unit.
 *   Beyond them the sender's server tries again later.
 * - `recipients`: of one mail at our receiver; `clients`: its connections at once.
 * - `parts`: multipart nodes of one mail; `shownText`: characters of the text and of the cut-off rest that people read.
 * - `decoration`: bytes up to which a picture inside of the text counts as decoration of a signature.
 * - `readAtOnce`: mails that one reading of the mailbox takes; `readMs`: milliseconds for which it may last.
 * - `setAside`: mails of the mailbox that wait for another attempt; `setAsideMinutes`: until the next attempt; `setAsideAttempts`: of one mail,
 *   which then stays unread. `failures`: readings that may fail at one mail before it is set aside.
 */
export const ticketMails = {
  bytes: 25 * 1024 * 1024,
  keptDays: 90,
  anHour: 30,
  personBytesADay: 200 * 1024 * 1024,
  unitBytesADay: 1024 * 1024 * 1024,
  recipients: 20,
  clients: 20,
  parts: 100,
  shownText: 50_000,
  decoration: 8 * 1024,
  readAtOnce: 50,
  readMs: 120_000,
  setAside: 500,
  setAsideOfUnit: 50,
  setAsideMinutes: 60,
  setAsideAttempts: 50,
  failures: 5,
} as const

/** Characters of the query and of the message of a task, in each language. */
export const taskTexts = { dax: 10_000, message: 1_000 } as const

/** Tests of a task's query in a minute and person. Each asks the report service. */
export const taskTests = { perMinute: 20 } as const

/**
 * Names of the data model of a report, for a query or a filter. `reads`: calls of one person, because each may ask the report service.
 * `keptMs`: milliseconds for which the names for a query are cached.
 */
export const modelNames = { reads: { perMinute: 30 }, keptMs: 180_000 } as const

/** Links in mails that pause a task. `days`: how long after the run they work; `perMinute`: uses by one client network, in a process. */
export const pauseLinks = { days: 7, perMinute: 30 } as const

/** Links in mails that end the copies by e-mail: uses by one client network, in a process. A server of a mail provider ends those of many people. */
export const unsubscribeLinks = { perMinute: 120 } as const

/** Runs of tasks that a person starts in a minute. */
export const taskStarts = { perMinute: 60 } as const

/**
 * Rows of the answer of a task's query.
 * - `shown`: rows that a test returns.
 * - `told`: rows of a list that one notification names; the others are counted.
 * - `sent`: rows that a webhook receives.
 */
export const taskRows = { shown: 20, told: 20, sent: 500 } as const

/**
 * Calls of language models. `answerMs`: the longest wait for an answer. `answerTokens`: the longest answer of each use. `shares`: calls at once
 * in one process, and those that each business unit has to itself. `perPerson`, `tests`: rate limits of one person. `budget`: the bounds of
 * the budgets in tokens. `keptDays`: how long the log is kept.
 */
export const aiCalls = {
  answerMs: 60_000,
  answerTokens: { test: 64, draft_notification: 1_500, write_dax: 1_500, explain_page: 1_500, summarise_data: 1_500 },
  shares: { atOnce: 60, reservedPerCaller: 4, retryAfter: 5 },
  perPerson: { perMinute: 30, allPerMinute: 1_000 },
  tests: { perMinute: 10, allPerMinute: 300 },
  budget: { min: 1_000, max: 1_000_000_000, month: 2_000_000, day: 100_000 },
  keptDays: 400,
} as const

/**
 * Webhooks (docs/decisions/0051).
 * - `perUnit`: webhooks of one business unit.
 * - `answerMs`: the longest wait for an endpoint. `answerLength`: characters of its answer that the log keeps.
 * - `pausesSeconds`: the pauses before each attempt; `jitter`: the largest part of a pause that is added at random, so that events which failed
 *   together do not all come back at the same time.
 * - `claimSeconds`: how long a delivery belongs to the worker that claimed it; longer than `answerMs`.
 * - `atOnce`: requests to one endpoint at the same time. `roundsPerJob`: how often one job claims deliveries of one webhook. `jobMs`: a job
 *   that has worked for so long claims no more, and another job sends the rest.
 * - `maxWaiting`: deliveries of one webhook that wait. The newest beyond it fail without an attempt.
 * - `failingDays`: a webhook whose endpoint accepted nothing for so long is switched off.
 * - `overlapHours`: how long requests are signed with the old secret as well after a rotation.
 * - `keptDays`: how long the log is kept. `againAtOnce`: deliveries that one call sends again.
 * - `tests`, `again`: rate limits of one person.
 */
export const webhooks = {
  perUnit: 20,
  answerMs: 15_000,
  answerLength: 2_048,
  pausesSeconds: [0, 5, 300, 1_800, 7_200, 18_000, 36_000, 36_000],
  jitter: 0.2,
  claimSeconds: 60,
  atOnce: 5,
  roundsPerJob: 20,
  jobMs: 25_000,
  maxWaiting: 10_000,
  failingDays: 5,
  overlapHours: 24,
  keptDays: 30,
  againAtOnce: 1_000,
  tests: { perMinute: 10, allPerMinute: 300 },
  again: { perMinute: 20, allPerMinute: 300 },
} as const

/** Rows of each visual that a summary of a page sends to the language model; and filters that its caller sends. */
export const pageSummary = { rows: 60, filters: 100 } as const

/**
 * Scheduled exports.
 * - `perUnit`: of one business unit.
 * - `filesPerRun`: different files that one run writes; each is for the addressees who see the same.
 * - `fileBytes`: bytes of one file. One that does not fit into a mail (`mailAttachments`) is offered for download.
 * - `writeSeconds`: the longest wait for one file; `runSeconds`: for all files of one attempt of a run; `pollMs`: between two questions about its progress.
 * - `unusedAnHour`: written files of one business unit that were not delivered, in an hour.
 * - `keptDays`: days for which a file can be downloaded; `runDays`: days for which a run is kept.
 */
export const scheduledExports = {
  perUnit: 200,
  filesPerRun: 100,
  fileBytes: 50 * 1024 * 1024,
  writeSeconds: 300,
  runSeconds: 600,
  pollMs: 500,
  unusedAnHour: 200,
  keptDays: 7,
  runDays: 90,
} as const

/** Runs of scheduled exports that a person starts in a minute. */
export const scheduledExportStarts = { perMinute: 10 } as const

/**
 * Limits of the messages of a task.
 * - `identities`: different effective identities that one run asks for its addressees; each is a query.
 * - `anHour`: messages of all tasks that one person gets in an hour. The others come as one digest at the next full hour.
 * - `digest`: messages that wait for the digest of one person; beyond them the person is not told.
 */
export const taskMessages = { identities: 200, anHour: 20, digest: 100 } as const

/**
 * Planned instants of a trigger that no process ran in time. `minutes`: it counts as missed after them; `hours`: an older one is recorded and
 * not run. A task may have other hours, at most `mostHours`.
 */
export const missedRuns = { minutes: 5, hours: 24, mostHours: 168 } as const

/**
 * States of a task. `rows`: rows of one answer that are not ok; beyond it the run is refused. `keys`: columns of the key of a row. `runs`: the
 * last runs that decide whether a row fires or has recovered. `label`: characters of the key that a person reads.
 */
export const taskStates = { rows: 1_000, keys: 5, runs: 20, label: 300 } as const

/**
 * Dry runs of a task over earlier days. `perMinute`: calls of a person. A call asks the report service for at most `daysOfCall` days, and begins
 * no further day after `msOfCall`. `days`: the earliest day, counted back from today. `carry`: characters that one call leaves for the next.
 */
export const taskDryRuns = { perMinute: 30, daysOfCall: 5, msOfCall: 10_000, days: 92, carry: 300_000 } as const

/** Silences of one task with its acknowledgements, characters of a note, and the longest silence in days. */
export const taskSilences = { ofTask: 1_000, note: 300, days: 366 } as const

/** Attempts of one run that end with the death of their process. The next attempt asks nothing: it ends the run, which has failed. */
export const taskRunDeaths = 3

/**
 * Runs of tasks that are due together. `runs`: of one business unit in one batch. `questions`: that one batch asks at once. `triggers`: whose
 * tasks one job starts.
 */
export const taskBatches = { runs: 50, questions: 4, triggers: 1_000 } as const

/**
 * Answers of queries that a process keeps for others that ask the same. `seconds`: how long at most; `answers`, `bytes`: how many at most
 * together; `rows`, `bytesOfOne`: of an answer that is kept.
 */
export const keptAnswers = { seconds: 60, answers: 200, bytes: 32_000_000, rows: 500, bytesOfOne: 1_000_000 } as const

/** Days for which the runs of a task are kept. */
export const taskRunDays = 90

/** Tasks of one business unit. */
export const maxTasks = 500

/**
 * Bytes of the body of a request, except uploads.
 * - `max`: of any call.
 * - `withoutSession`: of JSON before a session is known. Reading and parsing costs time of the only thread, and anybody can cause it.
 */
export const requestBodyBytes = { max: 1024 * 1024, withoutSession: 64 * 1024 } as const

/** Values of a JSON body, counted as commas and opening brackets, and their depth. */
export const requestBodyValues = { max: 50_000, depth: 30 } as const

/** The code that proves the ownership of a sender address: its lifetime in minutes, and the wrong entries it allows. */
export const senderCode = { minutes: 15, tries: 5 } as const

/**
 * Rate limits for mails to a recipient who may not have asked for them.
 * - `unit`, `address`: codes that one business unit sends; codes that one address gets from all business units.
 * - `tries`: codes that one business unit types in.
 * - `unitTests`, `tests`: test mails that one business unit sends; test mails that one address gets.
 * - `recovery`, `networkRecovery`: "forgot password" for one address from one client network, whether an account has it or not; and all of
 *   one client network. Both refuse.
 * - `recoveryMails`: mails of "forgot password" that one address gets, from all networks. It refuses nobody: the mail is sent later.
 * - `invitation`: invitations and access links that one address gets.
 * - `emailChanged`: notices that one address gets because the e-mail of an account changed.
 * - `registration`, `networkRegistration`: registrations with one address from one client network, whether an account has it or not; and
 *   all registrations from one client network. Both refuse.
 * - `registrationMails`: mails of registrations that one address gets, from all networks. It refuses nobody: the mail is sent later.
 * - `registrationTries`: passwords that are tried with the link of a registration, for one address.
 */
export const mailBudgets = {
  unit: { anHour: 3, aDay: 10 },
  address: { anHour: 5, aDay: 5 },
  tries: { anHour: 20, aDay: 20 },
  unitTests: { anHour: 20, aDay: 60 },
  tests: { anHour: 5, aDay: 10 },
  recovery: { anHour: 3, aDay: 10 },
  recoveryMails: { anHour: 6, aDay: 20 },
  networkRecovery: { anHour: 60, aDay: 300 },
  invitation: { anHour: 5, aDay: 10 },
  emailChanged: { anHour: 5, aDay: 10 },
  registration: { anHour: 3, aDay: 10 },
  registrationMails: { anHour: 6, aDay: 20 },
  networkRegistration: { anHour: 30, aDay: 150 },
  registrationTries: { anHour: 10, aDay: 30 },
} as const

/**
 * Limits of picture uploads: bytes as sent, pixels as decoded, and uploads per hour that no record uses yet. One process runs `atOnce`
 * uploads, because each is held in memory. Each business unit has `reservedPerTenant` reserved slots (platform/server/bulkhead.ts).
 */
export const upload = {
  bytes: 8 * 1024 * 1024,
  pixels: 25_000_000,
  unusedAnHour: 60,
  atOnce: 14,
  reservedPerTenant: 3,
} as const

/**
 * Files of one mail: their number, the bytes of all of them (mail servers commonly accept 20 MB, and encoding adds a third), and characters of a
 * name. `unusedAnHour`: files of one owner that no mail uses yet, in an hour.
 */
export const mailAttachments = {
  files: 10,
  bytes: 10 * 1024 * 1024,
  nameLength: 150,
  unusedAnHour: 500,
} as const

/**
 * A mail that waited longer than these minutes is sent without its files, because a recipient may have lost the right to their rows
 * meanwhile. `keptKinds`: kinds of files that do not depend on such a right.
 */
export const lateMails = { minutes: 60, keptKinds: ['bill.document'] } as const

/** Embed tokens: their lifetime, and the remaining lifetime below which a cached one is not used again. Both in minutes. */
export const embedToken = { lifetimeMinutes: 60, reuseUntilMinutes: 10, previewMinutes: 10 } as const

/** Refreshes of a data set on one day: in a workspace on shared capacity, and on a dedicated one. */
export const dailyRefreshes = { shared: 8, dedicated: 48 } as const

/** A refresh that the service does not list any more counts as lost after this many hours. */
export const lostRefreshHours = 24

/** The time in seconds for which a process caches the instant at which the data of a report was last refreshed. */
export const lastUpdateSeconds = 30

/**
 * Limits of list exports: rows of a file (a sheet holds 1,048,576), rows read from the database in one batch, concurrent exports of one
 * process, of one business unit and of one person, and the time in which the browser must take one batch.
 */
export const exports = {
  rows: 1_000_000,
  batchRows: 500,
  atOnce: 3,
  perTenant: 2,
  perPerson: 1,
  stallTimeoutMs: 20_000,
} as const

/** Maximum custom fields of one owner, a business unit or a partner. The form of every person shows all of them. */
export const customFieldsOfOwner = 60

/** Limits of list preferences: lists per person; columns and saved views per list; filters per view; characters per filter value. */
export const listChoices = { lists: 100, columns: 40, views: 20, filters: 20, valueLength: 200 } as const

/** Concurrent sessions of one person. One more ends the session that was idle for longest. */
export const sessionsPerPerson = 50

/** Days for which an ended session stays in the database. */
export const sessionsKeptDays = 30

/** Deleting old records of business units: units that are read at once, and records of one transaction. */
export const retention = { unitsAtOnce: 200, rowsAtOnce: 5_000 } as const

/** Minutes after a sign-in in which a person may make an API key without typing their password again. */
export const recentSignInMinutes = 10

/** Days from the order to erase a business unit to its erasure. Until then it is closed, and can be opened again. */
export const erasureGraceDays = 14

/** Erasing a business unit: rows per transaction, interval between progress messages, and longest run of one job. */
export const erasureStep = { rows: 1_000, progressEveryMs: 300, timeLimitMs: 240_000 } as const

/** The bell counts up to this number of unread notifications. */
export const maxUnreadShown = 100

/**
 * Web push. `perPerson`: devices in one business unit; the ones used least recently are removed beyond it. `titleLength`, `bodyLength`:
 * characters of a push, which holds at most 4,096 bytes with its encryption. `keptHours`: an older notification is not pushed any more.
 */
export const pushDevices = { perPerson: 10, titleLength: 120, bodyLength: 300, keptHours: 48 } as const

/** Days after which a notification is erased. */
export const notificationsKeptDays = 365

/** Access requests of one person in an hour, also withdrawn ones: each tells all administrators, and may mail them. */
export const accessRequestsAnHour = 20

/** Rate limit of written notifications, in calls per minute and process; the key is a person. Each may mail thousands of people. */
export const messageCalls = { perMinute: 30, allPerMinute: 1_000 } as const

/** Rate limit of counts of addressees, in calls per minute and process; the key is a person. Each compares all members with thousands of ids. */
export const addresseeCounts = { perMinute: 120, allPerMinute: 1_000 } as const

/**
 * Receipts of written notifications that one author may cause in an hour, over all processes. One notification in an hour may have more,
 * because a business unit may have more people.
 */
export const messageReceiptsAnHour = 30_000

/** Hours after which those who decide are reminded of a waiting access request. */
export const accessRequestReminderHours = 48

/**
 * Imports of people from a file.
 * - `rows`: rows of people, unless the operator sets another number, at most `mostRows`.
 * - `bytes`, `unpackedBytes`: of the file, and of its parts while they are unpacked.
 * - `cellLength`, `characters`: of a cell, and of all cells.
 * - `batchRows`: rows of one transaction. `plainBatchRows`: the same of an import that changes and invites nobody, whose transactions are short,
 *   because they lock the user limit of the business unit. `undoRows`: rows that one transaction takes back.
 * - `filesAnHour`: files that one person sends in an hour, because each answers which addresses are taken.
 * - `keptDays`: days until an import that nobody changes is erased. `undoDays`: days in which it can be taken back; until then only the people
 *   and the old values of their fields are kept.
 * - `edits`: corrections of an import that can be taken back. `mappings`: headings that a business unit remembers.
 */
export const userImports = {
  rows: 20_000,
  mostRows: 50_000,
  columns: 200,
  bytes: 8 * 1024 * 1024,
  unpackedBytes: 64 * 1024 * 1024,
  topRows: 20,
  cellLength: 1_000,
  characters: 8_000_000,
  batchRows: 100,
  plainBatchRows: 1_000,
  undoRows: 50,
  filesAnHour: 30,
  keptDays: 7,
  undoDays: 30,
  fileName: 150,
  edits: 50,
  mappings: 500,
} as const

/** Readings of a stored file in another form, in a minute and person. */
export const importReadings = { perMinute: 20 } as const

/** User groups of one person. */
export const groupsOfPerson = 200

/** People who are invited at once by their addresses. Each is a call of its own. */
export const mostInvited = 100

/** People of another business unit that are added in one call. */
export const fromUnits = { people: 200 } as const

/**
 * Cleaning of HTML that people write (platform/server/html/cleaning.ts). One element takes up to 0.1 ms on a slow machine.
 * - `elements`, `depth`: of one text. `requestElements`: of all texts of one request.
 * - `shortLength`: characters of all texts of a request up to which they are cleaned on the main thread, in about a millisecond.
 * - `threads`, `megabytes`, `seconds`: threads of one process, their memory, and the time limit of one request.
 * - `ofPerson`: requests of one person that are cleaned at once, and that wait. Others get 429.
 * - `waiting`: requests of all people that wait. Others get 503.
 * - `calls`, `longCalls`: rate limits of all calls that clean, and of those whose texts are longer than `shortLength`, in calls per minute and
 *   process; the key is a person. The preview of a template is asked for while its author writes.
 */
export const htmlCleaning = {
  elements: 12_000,
  depth: 100,
  requestElements: 48_000,
  shortLength: 4_000,
  threads: 2,
  megabytes: 128,
  seconds: 5,
  ofPerson: { atOnce: 1, waiting: 3 },
  waiting: 100,
  calls: { perMinute: 240, allPerMinute: 6_000 },
  longCalls: { perMinute: 60, allPerMinute: 1_000 },
} as const

/**
 * Archives of a person's data: requests of one person in a day, the hours after which an archive is removed, and the bytes of the files in one.
 */
export const dataArchives = { perDay: 10, keptHours: 24, fileBytes: 200 * 1024 * 1024 } as const

/** Planned invitations: how many days ahead, and how many mails one job writes. */
export const plannedInvitations = { daysAhead: 366, atOnce: 100 } as const
