// The files of an empty feature on the kit, with a name and a description. `npm run new-feature` writes them as a starting point.

import { plural } from '../catalogue/plural.ts'
import { type Language, languages } from '../catalogue/languages.ts'

/** The name of a noun in one language, singular and plural. English has no gender. */
export type NounWords = { one: string; many: string; gender: 'm' | 'f' | null }

export type FeatureNames = {
  /** `reports`: the area. */
  area: string
  /** `reports/sales-goals`: the folder below features/. */
  folder: string
  /** `sales_goals`: table, route name, path. */
  table: string
  /** `sales_goal`: permissions, errors, events. */
  noun: string
  /** `sales-goal`: file names of screens. */
  file: string
  /** `SalesGoal`, `salesGoal`, `salesGoals` */
  component: string
  variable: string
  phrases: string
  words: Record<Language, NounWords>
}

/** All names of a feature, from its area and the name of one record: `reports`, `sales-goal`. */
export function featureNames(area: string, file: string, words: Record<Language, NounWords>): FeatureNames {
  const camel = (name: string) => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
  const noun = file.replaceAll('-', '_')
  const folder = `${area}/${plural(file)}`
  const phrases = camel(folder).replace('/', '.')
  return {
    area,
    folder,
    table: plural(noun),
    noun,
    file,
    component: camel(`-${file}`),
    variable: camel(file),
    phrases,
    words,
  }
}

/** The files: path from the checkout → text. `migration` is the name of the new file in database/migrations, without `.sql`. */
export function featureFiles(names: FeatureNames, migration: string): Record<string, string> {
  const { folder, file } = names
  const at = `features/${folder}`
  const phrases = Object.fromEntries(
    languages.map((language) => [`${at}/phrases/${language}.ts`, phrasesFile(names, language)]),
  )
  return {
    [`database/migrations/${migration}.sql`]: migrationFile(names),
    [`${at}/contract.ts`]: contractFile(names),
    [`${at}/manifest.ts`]: manifestFile(names),
    [`${at}/server/routes.ts`]: routesFile(names),
    [`${at}/server/routes.test.ts`]: testFile(names),
    [`${at}/web/routes.ts`]: screensFile(names),
    [`${at}/web/${file}-place.ts`]: placeFile(names),
    [`${at}/web/${file}-list.tsx`]: listFile(names),
    [`${at}/web/${file}-form.tsx`]: formFile(names),
    ...phrases,
  }
}

const spaced = (name: string) => name.replaceAll('_', ' ')

const migrationFile = ({ table }: FeatureNames) => `create table ${table} (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null default app.uuidv7(),
  name text not null,
  description text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
-- What reads the same is the same name, whatever its case and accents.
create unique index ${table}_name_key on ${table} (tenant_id, app.plain(name));
call app.tenant_policy('${table}');
`

const contractFile = ({
  noun,
  table,
  variable,
}: FeatureNames) => `// ${spaced(table)}: say here what one is, and what it is not.
import { optionalLines, text } from '#catalogue/fields.ts'
import { crudCalls, entity } from '#platform/contract/entity.ts'

export const ${variable} = entity({
  noun: '${noun}',
  title: ['${spaced(noun)}', '${spaced(table)}'],
  fields: { name: text(80), description: optionalLines(300) },
  computed: {},
  sorts: ['name', 'created_at'],
  filters: {},
})

export const ${variable}Calls = crudCalls('auth/${table}', ${variable})
`

const manifestFile = ({
  noun,
  variable,
}: FeatureNames) => `import type { PlainManifest } from '#platform/contract/manifest.ts'
import type { ${variable} } from './contract.ts'

export default { noun: '${noun}', sample: { description: null } } satisfies PlainManifest<typeof ${variable}>
`

const routesFile = ({ table, variable }: FeatureNames) => `import { resource } from '#platform/server/resource.ts'
import { ${variable}, ${variable}Calls } from '../contract.ts'

export const { routes } = resource(${variable}, ${variable}Calls, { table: '${table}', searched: ['description'] })
`

const testFile = ({
  variable,
}: FeatureNames) => `import { behavesLikeResource } from '#testing/behaves-like-resource.ts'
import { testPortal } from '#testing/portal.ts'
import { ${variable}Calls } from '../contract.ts'
import manifest from '../manifest.ts'

const { noun, sample } = manifest
behavesLikeResource(testPortal(), ${variable}Calls, { noun, sample: (name) => ({ name, ...sample }) })
`

const placeFile = ({
  table,
  phrases,
  variable,
}: FeatureNames) => `export const ${variable}Place = { phrasePrefix: '${phrases}', path: '/${table}' } as const
`

const screensFile = ({
  table,
  noun,
  file,
  component,
  variable,
}: FeatureNames) => `import { lazyScreen, recordScreens } from '#platform/web/routing/screen-entry.ts'
import { ${variable}Place } from './${file}-place.ts'

export const screens = recordScreens({
  ...${variable}Place,
  screen: '${table}',
  noun: '${noun}',
  menu: { entry: 'content', order: 90 },
  list: lazyScreen(() => import('./${file}-list.tsx'), '${component}List'),
  add: lazyScreen(() => import('./${file}-form.tsx'), 'Add${component}'),
  edit: lazyScreen(() => import('./${file}-form.tsx'), 'Edit${component}'),
})
`

const listFile = ({
  file,
  phrases,
  component,
  variable,
}: FeatureNames) => `import { IconBox } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '#platform/web/language/formats.ts'
import { ListPage, type RowOf } from '#platform/web/pages/list-page.tsx'
import { recordList } from '#platform/web/pages/record-place.ts'
import type { Column } from '#platform/web/ui/column.ts'
import { ${variable}Calls } from '../contract.ts'
import { ${variable}Place } from './${file}-place.ts'

export const ${component}List = () => (
  <ListPage {...recordList(${variable}Calls, ${variable}Place)} icon={IconBox} columns={useColumns()} />
)

function useColumns(): Column<RowOf<typeof ${variable}Calls.list>>[] {
  const { t } = useTranslation()
  const { date } = useFormats()
  return [
    { key: 'name', title: t('${phrases}.field.name'), sort: 'name', width: '34%', cell: ({ name }) => name },
    { key: 'description', title: t('${phrases}.field.description'), cell: ({ description }) => description },
    {
      key: 'created_at',
      title: t('general.list.createdAt'),
      sort: 'created_at',
      width: '8rem',
      wideOnly: true,
      cell: ({ created_at }) => date(created_at),
    },
  ]
}
`

const formFile = ({
  file,
  phrases,
  component,
  variable,
}: FeatureNames) => `import { useTranslation } from 'react-i18next'
import { Field } from '#platform/web/pages/field.tsx'
import { AddPage, EditPage } from '#platform/web/pages/form-page.tsx'
import { FormSection } from '#platform/web/ui/form-layout.tsx'
import { ${variable}Calls } from '../contract.ts'
import { ${variable}Place } from './${file}-place.ts'

export const Add${component} = () => (
  <AddPage call={${variable}Calls.add} {...${variable}Place} blank={{ name: '', description: '' }}>
    <Fields />
  </AddPage>
)

export const Edit${component} = () => (
  <EditPage read={${variable}Calls.read} update={${variable}Calls.update} {...${variable}Place}>
    <Fields />
  </EditPage>
)

function Fields() {
  const { t } = useTranslation()
  return (
    <FormSection title={t('${phrases}.noun')} text={t('${phrases}.section.whatText')}>
      <Field name="name" />
      <Field name="description" />
    </FormSection>
  )
}
`

type Sentences = Record<'purpose' | 'name' | 'description' | 'whatText', string>

const sentences: Record<Language, Sentences> = {
  'pt-BR': {
    purpose: 'O que é mantido aqui, para esta unidade de negócio.',
    name: 'Nome',
    description: 'Descrição',
    whatText: 'Como as pessoas reconhecem este registro.',
  },
  'en-US': {
    purpose: 'What is kept here, for this business unit.',
    name: 'Name',
    description: 'Description',
    whatText: 'How people recognize this record.',
  },
  es: {
    purpose: 'Lo que se mantiene aquí, para esta unidad de negocio.',
    name: 'Nombre',
    description: 'Descripción',
    whatText: 'Cómo las personas reconocen este registro.',
  },
  'pt-PT': {
    purpose: 'O que é mantido aqui, para esta unidade de negócio.',
    name: 'Nome',
    description: 'Descrição',
    whatText: 'Como as pessoas reconhecem este registo.',
  },
}

/** Sentences that say nothing of the new noun: `npm run check` fails until a person has replaced them (check-phrases.ts). */
export const placeholders: ReadonlySet<string> = new Set(
  Object.values(sentences).flatMap(({ purpose, whatText }) => [purpose, whatText]),
)

function phrasesFile({ words }: FeatureNames, language: Language): string {
  const isSource = language === 'pt-BR'
  const { one, many, gender } = words[language]
  const titleArguments = [one, ...(gender === null ? [] : [gender])].map((word) => JSON.stringify(word)).join(', ')
  const { purpose, name, description, whatText } = sentences[language]
  const tree = {
    synonyms: one,
    title: many.charAt(0).toUpperCase() + many.slice(1),
    purpose,
    field: { name, description },
    section: { whatText },
  }
  const imports = [
    ...(isSource ? [] : ["import type { Phrases } from '#catalogue/phrases/phrases.ts'"]),
    `import { noun } from '#catalogue/phrases/grammar/${language}.ts'`,
    ...(isSource ? [] : ["import type ptBR from './pt-BR.ts'"]),
  ]
  return `${imports.join('\n')}

export default { ...noun(${titleArguments}), ${JSON.stringify(tree).slice(1, -1)} }${isSource ? '' : ' satisfies Phrases<typeof ptBR>'}
`
}
