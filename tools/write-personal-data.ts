// Writes docs/personal-data.md from the register: `npm run personal-data`.
import { writeFile } from 'node:fs/promises'
import { personalDataText } from './personal-data-text.ts'

await writeFile(new URL('../docs/personal-data.md', import.meta.url), personalDataText())
