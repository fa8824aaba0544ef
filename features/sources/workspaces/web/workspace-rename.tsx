import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '#platform/web/ui/form-dialog.tsx'
import { updateWorkspace } from '../contract.ts'

type WorkspaceName = { id: string; name: string; version: number }

/** Changes the name that the portal shows. */
export function WorkspaceRename({ workspace, onClose }: { workspace: WorkspaceName | null; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <FormDialog
      record={workspace}
      title={(named) => t('sources.workspaces.renameTitle', named)}
      call={updateWorkspace}
      initial={({ name }) => ({ name })}
      inputOf={({ id, version }, { name }) => ({
        id,
        version,
        name,
      })}
      label={() => t('sources.workspaces.field.name')}
      action={t('general.action.save')}
      onClose={onClose}
    >
      {({ values, set, faults }) => (
        <TextInput
          name="name"
          label={t('sources.workspaces.field.name')}
          description={t('sources.workspaces.renameText')}
          error={faults['name']}
          maxLength={120}
          value={values.name}
          onChange={({ currentTarget: { value } }) => set({ name: value })}
          data-autofocus
        />
      )}
    </FormDialog>
  )
}
