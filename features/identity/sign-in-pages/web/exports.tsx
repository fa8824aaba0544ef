// Parts that all pages before a session share: frame, notice and styles, the theme of the host, the known browser, and the arrival.
export { type SignedIn, useProviderArrival, useSignedIn } from './arrival.ts'
export { deviceFor, keepDevice } from './device.ts'
export { SignInFrame } from './frame.tsx'
export { readHostTheme, useHostTheme } from './host-theme.ts'
export { forgetNextEmail, keepNextEmail, readNextEmail } from './next-email.ts'
export { SignInNotice } from './notice.tsx'
export { default as pageClasses } from './page.module.css'
