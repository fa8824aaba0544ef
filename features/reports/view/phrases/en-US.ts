import type { Phrases } from '#catalogue/phrases/phrases.ts'
import type ptBR from './pt-BR.ts'

export default {
  opening: 'Opening the report…',
  frame: 'Report {{name}}',
  back: 'Back to {{name}}',
  updated: 'Data as of {{when}}',
  tool: {
    label: 'Report tools',
    pages: 'Pages',
    filters: 'Filters',
    zoomIn: 'Zoom in',
    zoomOut: 'Zoom out',
    zoomReset: 'Original size',
    refresh: 'Refresh',
    fullscreen: 'Full screen',
    leaveFullscreen: 'Leave full screen',
    favourite: 'Favorite',
    bookmarks: 'Bookmarks',
    more: 'More tools',
  },
  waking: {
    starts: 'The capacity of “{{report}}” is starting',
    startsText: 'This takes a minute or two. The report opens by itself as soon as it is on.',
    paused: '“{{report}}” is paused',
    pausedText:
      'The capacity of this report is paused and does not start by itself. Ask an administrator of the portal to start it.',
    failedText:
      'The capacity of this report could not be started. Try again; if it persists, tell an administrator of the portal.',
    startsAt: 'It starts at {{when}}.',
  },
  failure: {
    title: 'The report did not open',
    token_ended: 'Your permission to read has run out and could not be renewed.',
    not_found: 'The report service does not know this report.',
    not_authorized: 'The report service refused to show this report.',
    model_unavailable: 'The data of this report is not available right now. Its capacity may be paused.',
    model_rebuilding: 'The data of this report is being recovered. Try again in a moment.',
    no_answer: 'The report service did not answer.',
    invalid: 'This portal does not accept the address of the report.',
    other: 'The report ran into a problem.',
    support: 'Code for support: {{id}}',
  },
  ended: {
    title: 'Your access to this report has ended',
    text: 'Whoever manages the reports took the permission back. Your other reports are still on the home page.',
  },
} satisfies Phrases<typeof ptBR>
