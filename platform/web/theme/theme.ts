// Mantine in our colours. Every colour is a custom property (tokens.css) that a whitelabel may replace; there are no fixed colours here.
// Styles of a screen belong in CSS modules beside the screen, built from the same tokens. Next: tokens.css (the colours), brand.ts (a
// whitelabel's), colour-scheme.ts (light, dark).
import {
  createTheme,
  type CSSVariablesResolver,
  type MantineColorsTuple,
  type MantineThemeOverride,
} from '@mantine/core'
import { mixColours } from './contrast.ts'

export const defaultBrand = { accent: '#0f766e', amber: '#d97706' } as const

/** Ten shades from almost white to almost black; the colour itself is number 7. */
export function shadesOf(colour: string): MantineColorsTuple {
  const lighter = [0.92, 0.82, 0.68, 0.54, 0.4, 0.26, 0.12].map((share) => mixColours(colour, '#ffffff', share))
  const darker = [0.18, 0.36].map((share) => mixColours(colour, '#000000', share))
  return [...lighter, colour, ...darker] as unknown as MantineColorsTuple
}

/** Mantine paints its dark scheme with these, text first: the blue-black of tokens.css instead of its neutral grey. */
const nightShades: MantineColorsTuple = [
  '#edece7',
  '#c9cbd1',
  '#a3a8b4',
  '#7a8292',
  '#3a4250',
  '#2a303c',
  '#1f2530',
  '#191d25',
  '#11141a',
  '#0d1015',
]

/** The theme for a brand's accent; text on filled buttons turns black where white is unreadable. */
export function makeTheme(accent: string = defaultBrand.accent): MantineThemeOverride {
  return createTheme({
    primaryColor: 'accent',
    primaryShade: { light: 7, dark: 7 },
    autoContrast: true,
    // Text turns black where white has a contrast below 4.5:1.
    luminanceThreshold: 0.18,
    colors: { accent: shadesOf(accent), amber: shadesOf(defaultBrand.amber), dark: nightShades },
    fontFamily: "'Inter Variable', 'Inter fallback', system-ui, sans-serif",
    fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.25rem' },
    headings: {
      fontWeight: '600',
      sizes: {
        h1: { fontSize: '1.75rem', lineHeight: '1.25' },
        h2: { fontSize: '1.25rem', lineHeight: '1.3' },
        h3: { fontSize: '1rem', lineHeight: '1.4' },
      },
    },
    defaultRadius: 'md',
    radius: { sm: '0.375rem', md: '0.5rem', lg: '0.875rem' },
    cursorType: 'pointer',
    respectReducedMotion: true,
    focusRing: 'auto',
    components: {
      PasswordInput: { defaultProps: { visibilityToggleFocusable: true } },
      // The light grounds of the library are too close to their own colour (WCAG 1.4.3): the text has the colour of the page's.
      Badge: {
        defaultProps: { variant: 'light', tt: 'none' },
        styles: (_theme: unknown, { variant }: { variant?: string }) => ({
          label: variant === 'light' ? { color: 'var(--ink)' } : {},
        }),
      },
      // In dark the library's ground is that of the field.
      Pill: { styles: { root: { background: 'var(--surface-hover)' } } },
      // A field's border must be visible (WCAG 1.4.11); its background is the surface in both schemes.
      Input: {
        vars: (_theme: unknown, { error }: { error?: unknown }) => ({
          input: {},
          wrapper: {
            '--input-bd': `var(${error ? '--danger' : '--line-strong'})`,
            '--input-bd-focus': `var(${error ? '--danger' : '--highlight'})`,
            '--input-bg': 'var(--surface)',
          },
        }),
      },
      // A long menu takes the side with more space, and scrolls where that is too little.
      Menu: {
        defaultProps: {
          middlewares: { flip: { fallbackStrategy: 'bestFit' }, size: { padding: 8, apply: limitHeight } },
        },
        styles: { dropdown: { overflowY: 'auto' } },
      },
      // The items of the library have its grey, which is no colour of the theme.
      Accordion: { styles: { item: { background: 'var(--surface)', border: '1px solid var(--line)' } } },
      // Help texts and faults have the same size as labels.
      InputWrapper: {
        defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] },
        vars: () => ({
          label: {},
          description: { '--input-description-size': '0.8125rem' },
          error: { '--input-error-size': '0.8125rem' },
        }),
      },
    },
  })
}

type MeasuredMenu = {
  availableHeight: number
  rects: { floating: { height: number } }
  elements: { floating: HTMLElement }
}

/** Leaves a menu that fits as it is, so that a lower maximum of its own stays. */
function limitHeight({ availableHeight, rects, elements }: MeasuredMenu): void {
  if (availableHeight < rects.floating.height) elements.floating.style.maxHeight = `${availableHeight}px`
}

const shared = {
  '--mantine-color-body': 'var(--paper)',
  '--mantine-color-text': 'var(--ink)',
  '--mantine-color-bright': 'var(--ink)',
  '--mantine-color-dimmed': 'var(--ink-quiet)',
  '--mantine-color-placeholder': 'var(--ink-quiet)',
  '--mantine-color-anchor': 'var(--accent-text)',
  '--mantine-color-error': 'var(--danger)',
  '--mantine-color-default': 'var(--surface)',
  '--mantine-color-default-hover': 'var(--surface-hover)',
  '--mantine-color-default-color': 'var(--ink)',
  '--mantine-color-default-border': 'var(--line-strong)',
  '--mantine-primary-color-light': 'var(--accent-soft)',
  '--mantine-primary-color-light-hover': 'var(--accent-soft)',
  '--mantine-primary-color-light-color': 'var(--accent-text)',
}

/** Mantine's own names mapped to our tokens, for both schemes, because tokens.css distinguishes them. */
export const resolveVariables: CSSVariablesResolver = () => ({ variables: {}, light: shared, dark: shared })

/** The page's nonce for styles created at run time; the server writes it into index.html. */
export function readNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? ''
}
