// A field of a form for formatted texts without pictures, one for each language. Next: field.tsx, ../ui/rich-texts-field.tsx.
import type { Texts } from '#catalogue/languages.ts'
import type { CheckHtmlCall } from '#platform/contract/check-html.ts'
import { ask } from '../client/client.ts'
import { RichTextsField } from '../ui/rich-texts-field.tsx'
import { Field } from './field.tsx'
import { useForm } from './form-page.tsx'
import { usePhrases } from './use-phrases.ts'

/** `check`: the call that an import of HTML asks. Example: `<RichField name="body" check={checkTermHtml} />`. */
export function RichField({ name, check }: { name: string; check: CheckHtmlCall }) {
  const phrases = usePhrases(useForm().phrasePrefix)
  return (
    <Field name={name}>
      {({ description, error, value, onChange }) => (
        <RichTextsField
          name={name}
          label={phrases.field(name)}
          description={description}
          error={error}
          value={value as Partial<Texts>}
          onChange={onChange}
          onImport={async (html) => (await ask(check, { html })).html}
        />
      )}
    </Field>
  )
}
