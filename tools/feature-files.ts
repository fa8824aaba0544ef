// The files of an empty feature on the kit, with a name and a description. `npm run new-feature` writes them as a starting point.

export type FeatureNames = {
  /** `sales-goals`: the folder. */
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
  /** The title of the screen, by language. */
  titles: Record<string, string>
}

export function featureNames(folder: string, file: string, titles: Record<string, string>): FeatureNames {
  const component = file.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())
  const camel = (name: string) => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
  const [table, noun] = [folder.replaceAll('-', '_'), file.replaceAll('-', '_')]
  return { folder, table, noun, file, component, variable: camel(file), phrases: camel(folder), titles }
}

/** The files: path from the checkout → text. `migration` is the name of the new file in database/migrations, without `.sql`. */
export function featureFiles(names: FeatureNames, migration: string): Record<string, string> {
  const { folder, file } = names
  const at = `features/${folder}`
  const phrases = Object.fromEntries(
    Object.keys(names.titles).map((language) => [`${at}/phrases/${language}.ts`, phrasesFile(names, language)]),
  )
  return {
    [`database/migrations/${migration}.sql`]: migrationFile(names),
    [`${at}/contract.ts`]: contractFile(names),
    [`${at}/server/table.ts`]: tableFile(names),
    [`${at}/server/routes.ts`]: routesFile(names),
    [`${at}/server/routes.test.ts`]: testFile(names),
    [`${at}/web/routes.ts`]: screensFile(names),
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

const tableFile = ({
  table,
  noun,
}: FeatureNames) => `import type { ConstraintCodes } from '#platform/server/http/errors.ts'

export const constraints: ConstraintCodes = {
  ${table}_name_key: { code: '${noun}.name_taken', field: 'name' },
}
`

const routesFile = ({ table, variable }: FeatureNames) => `import { resource } from '#platform/server/resource.ts'
import { ${variable}, ${variable}Calls } from '../contract.ts'

export const { routes } = resource(${variable}, ${variable}Calls, { table: '${table}', searched: ['description'] })
`

const testFile = ({
  noun,
  variable,
}: FeatureNames) => `import { behavesLikeResource } from '#testing/behaves-like-resource.ts'
import { testPortal } from '#testing/portal.ts'
import { ${variable}Calls } from '../contract.ts'

behavesLikeResource(testPortal(), ${variable}Calls, { noun: '${noun}', sample: (name) => ({ name, description: null }) })
`

const screensFile = ({
  table,
  noun,
  file,
  phrases,
  component,
  variable,
}: FeatureNames) => `import { IconBox } from '@tabler/icons-react'
import { lazyScreen, recordScreens } from '#platform/web/routing/screen-entry.ts'

export const ${variable}Place = { words: '${phrases}', path: '/${table}', icon: IconBox } as const

export const screens = recordScreens({
  ...${variable}Place,
  screen: '${table}',
  noun: '${noun}',
  menu: { section: 'manage', order: 90 },
  list: lazyScreen(() => import('./${file}-list.tsx'), '${component}List'),
  add: lazyScreen(() => import('./${file}-form.tsx'), 'Add${component}'),
  edit: lazyScreen(() => import('./${file}-form.tsx'), 'Edit${component}'),
})
`

const listFile = ({ phrases, component, variable }: FeatureNames) => `import { useTranslation } from 'react-i18next'
import { useFormats } from '#platform/web/language/formats.ts'
import { ListPage, type RowOf } from '#platform/web/pages/list-page.tsx'
import { recordList } from '#platform/web/pages/record-place.ts'
import type { Column } from '#platform/web/ui/column.ts'
import { ${variable}Calls } from '../contract.ts'
import { ${variable}Place } from './routes.ts'

export const ${component}List = () => <ListPage {...recordList(${variable}Calls, ${variable}Place)} columns={useColumns()} />

function useColumns(): Column<RowOf<typeof ${variable}Calls.list>>[] {
  const { t } = useTranslation()
  const { date } = useFormats()
  return [
    { key: 'name', title: t('${phrases}.field.name'), sort: 'name', width: '34%', cell: ({ name }) => name },
    { key: 'description', title: t('${phrases}.field.description'), cell: ({ description }) => description },
    {
      key: 'created_at',
      title: t('${phrases}.createdAt'),
      sort: 'created_at',
      width: '8rem',
      wideOnly: true,
      cell: ({ created_at }) => date(created_at),
    },
  ]
}
`

const formFile = ({ phrases, component, variable }: FeatureNames) => `import { useTranslation } from 'react-i18next'
import { Field } from '#platform/web/pages/field.tsx'
import { AddPage, EditPage } from '#platform/web/pages/form-page.tsx'
import { FormSection } from '#platform/web/ui/form-layout.tsx'
import { ${variable}Calls } from '../contract.ts'
import { ${variable}Place } from './routes.ts'

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
    <FormSection title={t('${phrases}.section.what')} text={t('${phrases}.section.whatText')}>
      <Field name="name" />
      <Field name="description" />
    </FormSection>
  )
}
`

type Sentences = Record<
  'purpose' | 'add' | 'empty' | 'createdAt' | 'name' | 'description' | 'what' | 'whatText',
  string
>

/** Plain defaults. Replace at least the purpose and the sentence of the section. */
const sentences: Record<string, Sentences> = {
  'pt-BR': {
    purpose: 'O que é mantido aqui, para esta unidade de negócio.',
    add: 'Adicionar',
    empty: 'Adicione o primeiro registro.',
    createdAt: 'Criado em',
    name: 'Nome',
    description: 'Descrição',
    what: 'Identificação',
    whatText: 'Como as pessoas reconhecem este registro.',
  },
  'en-US': {
    purpose: 'What is kept here, for this business unit.',
    add: 'Add',
    empty: 'Add the first record.',
    createdAt: 'Created on',
    name: 'Name',
    description: 'Description',
    what: 'Identification',
    whatText: 'How people recognize this record.',
  },
  es: {
    purpose: 'Lo que se mantiene aquí, para esta unidad de negocio.',
    add: 'Agregar',
    empty: 'Agregue el primer registro.',
    createdAt: 'Creado el',
    name: 'Nombre',
    description: 'Descripción',
    what: 'Identificación',
    whatText: 'Cómo las personas reconocen este registro.',
  },
  'pt-PT': {
    purpose: 'O que é mantido aqui, para esta unidade de negócio.',
    add: 'Adicionar',
    empty: 'Adicione o primeiro registo.',
    createdAt: 'Criado em',
    name: 'Nome',
    description: 'Descrição',
    what: 'Identificação',
    whatText: 'Como as pessoas reconhecem este registo.',
  },
}

function phrasesFile({ titles }: FeatureNames, language: string): string {
  const typed = language !== 'pt-BR'
  const head = typed
    ? "import type { Phrases } from '#catalogue/phrases/general.ts'\nimport type ptBR from './pt-BR.ts'\n\n"
    : ''
  const said = sentences[language]
  if (said === undefined) throw new Error(`no sentences in ${language}`)
  const { name, description, what, whatText, ...places } = said
  const tree = { title: titles[language], ...places, field: { name, description }, section: { what, whatText } }
  return `${head}export default ${JSON.stringify(tree)}${typed ? ' satisfies Phrases<typeof ptBR>' : ''}\n`
}
