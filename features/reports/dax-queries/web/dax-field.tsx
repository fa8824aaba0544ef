// The field of a DAX query: label, description with the keys of the editor, and the editor, which is loaded when the field is shown.
import { Input, Skeleton } from '@mantine/core'
import { lazy, type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { DaxEditorProps } from './dax-editor.tsx'

const DaxEditor = lazy(() => import('./dax-editor.tsx').then((module) => ({ default: module.DaxEditor })))

type DaxFieldProps = Omit<DaxEditorProps, 'labelledBy' | 'describedBy' | 'isInvalid'> & {
  label: ReactNode
  description: ReactNode
  error: ReactNode
}

export function DaxField({ label, description, error, ...editor }: DaxFieldProps) {
  const { t } = useTranslation()
  const { name } = editor
  const [labelId, descriptionId, errorId] = [`${name}-label`, `${name}-description`, `${name}-error`]
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      labelProps={{ id: labelId, onClick: () => document.getElementById(name)?.focus() }}
      description={
        <>
          {description} {t('reports.daxQueries.keys')}
        </>
      }
      descriptionProps={{ id: descriptionId }}
      error={error}
      errorProps={{ id: errorId }}
    >
      <Suspense fallback={<Skeleton height={114} />}>
        <DaxEditor
          {...editor}
          labelledBy={labelId}
          describedBy={error ? `${descriptionId} ${errorId}` : descriptionId}
          isInvalid={Boolean(error)}
        />
      </Suspense>
    </Input.Wrapper>
  )
}
