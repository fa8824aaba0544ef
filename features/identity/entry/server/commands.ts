// Commands for other nouns: begin the session of a person who has proven who they are, or refuse the attempt.
export {
  type Attempt,
  beginSession,
  type Entrant,
  enter,
  authorize,
  refuse,
  sessionTerms,
  type KnownBefore,
} from './begin-session.ts'
export { finishSignIn } from './finish-sign-in.ts'
