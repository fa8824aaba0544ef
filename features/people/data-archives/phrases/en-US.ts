import type { Phrases } from '#catalogue/phrases/phrases.ts'
import type ptBR from './pt-BR.ts'

export default {
  title: 'Your data',
  purpose: 'A copy of everything the portal keeps about you in this unit, as JSON and CSV, with your files.',
  request: 'Request a copy of my data',
  requested: 'Request received. You will be notified when the file is ready.',
  own: 'Your data',
  since: 'Requested {{at}}',
  until: 'Available until {{at}}, for one download',
  download: 'Download',
  downloadOf: 'Download the copy of the data of {{name}}',
  state: {
    waiting: 'Being prepared',
    ready: 'Ready',
    failed: 'The copy could not be prepared. Request another.',
    downloaded: 'Downloaded',
  },
} satisfies Phrases<typeof ptBR>
