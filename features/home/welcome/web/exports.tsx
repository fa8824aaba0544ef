// Parts of the home page beside its reports.
export { FirstSteps } from './first-steps.tsx'
export { PinHint } from './pin-hint.tsx'
export { WelcomeNews } from './welcome-news.tsx'
