// Which modules share a script. A separate script for each module that several screens need would be 300 requests of half a kilobyte.
// A group takes the modules that its patterns match, with all that these import, unless an earlier group has taken it. So the order is that of the imports:
// what the sign-in page and the frame both need comes first, and screens come last. Modules of no group get scripts by the bundler.
// apps/pages/first-page.browser.test.ts limits requests and bytes of pages, and forbids scripts that import each other in a circle.
// Next: vite.config.ts.

import { languages } from '../../catalogue/languages.ts'
import { readerFeatures } from '../../features/list.ts'

type Group = { name: string | ((module: string) => string); debugName?: string; test: RegExp; minShareCount?: number }

const mantine = (...names: string[]) => `@mantine/core/esm/components/(${names.join('|')})/`
const hooks = (...names: string[]) => `@mantine/hooks/esm/(${names.join('|')})/`
const icons = (...names: string[]) => `/icons/(${names.join('|')})\\.mjs$`
const platform = (...files: string[]) => `/platform/web/(${files.join('|')})\\.tsx?$`
const anyOf = (...patterns: string[]) => new RegExp(patterns.join('|'))

/** The phrases of the screens of readers, a script for each language. The file of the other phrases imports it (`nouns`). */
const readerPhrases = languages.map((language) => ({
  name: `reader-phrases-${language}`,
  test: new RegExp(`/(generated/phrases/reader|features/(${readerFeatures.join('|')})/phrases)/${language}\\.ts$`),
}))

export const chunkGroups: readonly Group[] = [
  {
    // What every first page needs, as one file: separate files would be 60 requests and compress worse. The first script with all that it
    // imports, and what the sign-in page and the home page share.
    name: 'first',
    test: anyOf(
      '/apps/web/main\\.tsx$',
      mantine('ActionIcon', 'CloseButton', 'Loader', 'VisuallyHidden'),
      mantine('Alert', 'Anchor', 'Badge', 'Divider', 'Group', 'Skeleton', 'Stack', 'Text'),
      '@mantine/core/esm/core/(DirectionProvider|utils)/',
      '@mantine/core/esm/.*use-computed-color-scheme',
      '/platform/contract/plain\\.ts$',
      '/catalogue/phrases/grammar/(noun-phrases|portuguese)\\.ts$',
      hooks('use-debounced-.*', 'use-id', 'use-merged-ref', 'use-uncontrolled', 'utils/.*'),
      icons(
        'IconAlertCircle',
        'IconBuilding',
        'IconCheck',
        'IconCopy',
        'IconDots',
        'IconKey',
        'IconPin',
        'IconPlus',
        'IconSearch',
        'IconWorldWww',
        'IconX',
      ),
      'react-router/dist/esm/useLocation\\.js$',
      platform('client/check-input', 'clock', 'language/(formats|language-menu)', 'theme/scheme-menu'),
      platform('ui/(brand-mark|failed-state|page-header|use-on-app)'),
      '/identity/sign-in-pages/web/host-theme\\.ts$',
    ),
  },
  ...readerPhrases,
  {
    // The fields. The home page has none, so they are a group behind what it shares with the sign-in page.
    name: 'inputs',
    test: anyOf(mantine('Input', 'TextInput', 'PasswordInput', 'Textarea', 'Switch')),
  },
  {
    // What runs around every screen, with the home page and the choice of the language.
    name: 'frame',
    test: anyOf(
      '/apps/web/frame/(signed-in|person-frame)\\.tsx$',
      // The home page opens pinned visuals. Here and not with them, because the calls below need parts of these.
      '/features/reports/view/contract\\.ts\\?part=(openReport|renewToken)$',
      '/features/reports/(pins/web/pin-kinds|external/web/external-path)\\.ts$',
      '/features/(home/shelves/web/home-page|reports/external/web/(exports|external-shelf))\\.tsx$',
      '/identity/sessions/web/session-language\\.ts$',
      '/catalogue/watermark\\.ts$',
    ),
  },
  { name: 'sign-in', test: /\/identity\/sign-in(-pages)?\/web\/(page\.module|sign-in-page)\.(tsx|css)$/ },
  { name: 'dialogs', test: anyOf(mantine('Modal', 'ScrollArea')) },
  {
    // The frame of a report or of one visual, and the parts of the home page, which has pinned visuals. It stands before the small parts, so
    // that the home page loads none of them: what both need is in a group above.
    name: 'home-parts',
    test: anyOf(
      '/powerbi/web/embedded-report\\.tsx$',
      '/reports/frame/web/report-(configuration|watermark)\\.tsx?$',
      '/features/home/(welcome/web/exports|shelves/web/home-only)\\.tsx$',
      platform('ui/cover-outline'),
    ),
  },
  {
    name: 'small-parts',
    test: anyOf(
      '@tabler/',
      '@mantine/hooks/',
      'react-router/dist/esm/useBlocker\\.js$',
      mantine('Accordion', 'Collapse'),
      '/platform/web/(client|language|live|routing|session|theme)/',
      platform('ui/(empty-state|figure-tile|html-text|list-tools|mark)'),
    ),
    minShareCount: 2,
  },
  { name: 'on-device', test: /\/apps\/web\/installed\/on-device\.ts$/ },
  { name: 'search', test: /\/home\/search\/web\/search-palette\.tsx$/ },
  {
    name: 'contracts',
    test: /\/features\/.*\/contract\.ts|\/platform\/contract\//,
    minShareCount: 3,
  },
  { name: 'menus', test: anyOf(mantine('Menu', 'Popover', 'Tooltip')) },
  {
    name: 'choices',
    test: anyOf(
      mantine('Checkbox', 'Combobox', 'Pill', 'Radio', 'Select'),
      platform('ui/(filter-chip|info-button|period-chip|record-picker|search-chip)'),
    ),
  },
  { name: 'list', test: anyOf(platform('pages/list-page')) },
  { name: 'form', test: anyOf(platform('pages/(field|form-page)')) },
  { name: 'shared', test: /./, minShareCount: 12 },
  {
    // The calls that two screens share: without it, those of each pair of screens would be a script. Areas import no later area, so these scripts
    // make no circle.
    debugName: 'contracts of an area',
    name: (module) => `contracts of ${/features\/([\w-]+)\//.exec(module)?.[1] ?? ''}`,
    test: /\/features\/.*\/contract\.ts/,
    minShareCount: 2,
  },
]
