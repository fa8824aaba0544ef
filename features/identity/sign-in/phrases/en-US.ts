import type { Phrases } from '#catalogue/phrases/phrases.ts'
import type ptBR from './pt-BR.ts'

export default {
  title: 'Sign in',
  at: 'at {{unit}}',
  field: { email: 'E-mail', password: 'Password' },
  showPassword: 'Show password',
  submit: 'Sign in',
  forgot: 'Forgot your password?',
  passkey: {
    or: 'or',
    use: 'Use a passkey',
    none: 'No passkey was used. Sign in with e-mail and password, or try again.',
  },
  enterWith: 'Sign in with {{name}}',
  register: { without: 'No account yet?', link: 'Register' },
  throttled: 'Too many failed attempts.',
  retryIn: 'You can try again in {{time}}.',
  retryNow: 'You can try again now.',
  whomToAsk: 'If you forgot your password, ask for a link under “Forgot your password?”.',
  panel: {
    title: 'Your reports, in good light.',
    text: 'A calm place to read what matters: each person sees their own rows, always up to date.',
  },
  domain: {
    title: 'Nobody lives at this address',
    text: 'No business unit answers at {{host}}. Check the address you were given, or ask whoever sent it.',
  },
  address: {
    title: 'Access is not allowed from here',
    text: 'IP not allowed!',
    advice:
      'Your business unit only accepts connections from networks it knows. If you should have access from here, give this address to your administrator.',
  },
  popup: {
    title: 'The browser blocked the window',
    text: 'Allow pop-up windows for this site and try again. The notice is usually beside the address bar.',
    how: 'Choose your browser and follow the steps. Then go back and try again.',
    yours: 'Your browser',
    blocker: 'An ad blocker can also stop the window: switch it off for this site.',
    steps: {
      chrome:
        'On a computer: click the blocked-window icon at the right of the address bar, choose “Always allow pop-ups” and click Done. On a phone: menu ⋮ › Settings › Site settings › Pop-ups and redirects.',
      edge: 'Click the blocked-window icon in the address bar, choose “Always allow” and reload the page. For all windows: Settings › Cookies and site permissions › Pop-ups and redirects.',
      firefox:
        'In the yellow bar at the top of the page, open Options (or Preferences) and allow pop-ups of this site. For all windows: Settings › Privacy & Security › Permissions.',
      safari:
        'On a Mac: Safari › Settings › Websites › Pop-up Windows, and choose Allow for this site. On iPhone and iPad: Settings › Apps › Safari, and switch off Block Pop-ups.',
      opera: 'Click the blocked-window icon in the address bar and allow pop-ups of this site.',
    },
  },
  toFaq: 'Frequently asked questions',
  toSignIn: 'Go to sign-in',
  toPortal: 'Back to the portal',
  first: {
    title: 'First account of the platform',
    text: 'This account runs the whole platform. The link works only once.',
    name: 'Name',
    passwordHelp: 'At least 8 characters. A long phrase is better than symbols.',
    submit: 'Create the account',
    done: 'Account created. You can sign in now.',
  },
} satisfies Phrases<typeof ptBR>
