/** A word or phrase that plain English does without, and what to write. docs/style.md has the reasons and examples. */
export type BannedWords = { pattern: RegExp; instead: string }

/** Every pattern ignores case. A word that is right in some places does not belong here: a reviewer decides. */
export const bannedWords: readonly BannedWords[] = [
  { pattern: /\bcrews?\b/i, instead: 'supervisor' },
  { pattern: /\b(?:the|this|our) house\b/i, instead: 'codebase, product or project' },
  { pattern: /\brooms\b/i, instead: 'layers' },
  { pattern: /\bwalls?\b/i, instead: 'row-level security policy' },
  { pattern: /\bguesses\b/i, instead: 'sign-in attempts, or password guesses of an attacker' },
  { pattern: /\bknocks?\b/i, instead: 'calls, or connects' },
  { pattern: /\bwhoever\b|\bwhomever\b/i, instead: 'a subject: the caller, a client, the person' },
  { pattern: /\bso many\b/i, instead: 'a number with its unit: “at most 20 connections”' },
  { pattern: /\bby heart\b/i, instead: 'in memory' },
  { pattern: /\bis at it\b|\bwas at it\b/i, instead: 'the verb: runs, works on the job' },
  { pattern: /\bof one’s own\b|\bof one's own\b/i, instead: 'own: “their own server”' },
  { pattern: /\bof old\b|\bof before\b/i, instead: 'old, previous, earlier' },
  {
    pattern: /\blets? nobody\b|\bgives? nobody\b|\btells? nobody\b/i,
    instead: 'the subject first: “No caller gets …”',
  },
  { pattern: /\bmakes? up for\b/i, instead: 'the field’s term: compensates, catches up' },
  { pattern: /\bwithout end\b/i, instead: 'without a limit' },
  { pattern: /\bso to speak\b|\bas it were\b|\bmind you\b|\bneedless to say\b/i, instead: 'nothing: leave it out' },
  { pattern: /\b(?:simply|obviously|of course)\b/i, instead: 'nothing: leave it out' },
]
