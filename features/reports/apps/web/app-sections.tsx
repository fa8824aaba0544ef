// The sections of an app and their items: add, name, move, change, remove.
import { ActionIcon, Button, Menu, Text, TextInput } from '@mantine/core'
import { IconPencil, IconPlus, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MoveButtons } from '#platform/web/ui/move-buttons.tsx'
import { OrderedList } from '#platform/web/ui/ordered-list.tsx'
import { type AppItem, type AppSection, type ItemKind, itemKinds, maxItems } from '../contract.ts'
import { AppItemDialog } from './app-item-dialog.tsx'
import { AppQuickItems } from './app-quick-items.tsx'
import classes from './app-form.module.css'

type SectionsProps = {
  sections: AppSection[]
  /** Names of the reports and playlists of stored items. */
  names: Record<string, string>
  error: string | undefined
  onChange: (sections: AppSection[]) => void
}

export function AppSections({ sections, names: stored, error, onChange }: SectionsProps) {
  const { t } = useTranslation()
  const [picked, setPicked] = useState<Record<string, string>>({})
  const names = { ...stored, ...picked }
  const replace = (changedIndex: number, section: AppSection) =>
    onChange(sections.map((each, index) => (index === changedIndex ? section : each)))
  return (
    <div id="sections" className={classes.sections} tabIndex={-1} aria-invalid={error !== undefined}>
      {sections.map((section, index) => (
        <section
          key={section.id}
          className={classes.section}
          aria-label={section.title || t('reports.apps.newSection')}
        >
          <div className={classes.head}>
            <TextInput
              className={classes.grow}
              label={t('reports.apps.sectionTitle')}
              placeholder={t('reports.apps.noHeading')}
              maxLength={80}
              value={section.title}
              onChange={({ currentTarget: { value } }) => replace(index, { ...section, title: value })}
            />
            <div className={classes.actions}>
              <SectionMoves
                name={section.title || t('reports.apps.newSection')}
                index={index}
                sections={sections}
                onChange={onChange}
              />
            </div>
          </div>
          <Items
            section={section}
            names={names}
            onPick={(id, name) => setPicked((before) => ({ ...before, [id]: name }))}
            onChange={(items) => replace(index, { ...section, items })}
          />
        </section>
      ))}
      {sections.length === 0 ? <p className={classes.none}>{t('reports.apps.noSections')}</p> : null}
      {error === undefined ? null : (
        <Text size="sm" c="var(--danger)">
          {error}
        </Text>
      )}
      <Button
        className={classes.other}
        variant="light"
        leftSection={<IconPlus size={16} aria-hidden />}
        onClick={() => onChange([...sections, { id: crypto.randomUUID(), title: '', items: [] }])}
      >
        {t('reports.apps.addSection')}
      </Button>
    </div>
  )
}

/** The kinds that need a dialog. Reports and links have a field of their own. */
const dialogKinds = itemKinds.filter((kind) => kind !== 'report' && kind !== 'link')

type Editing = { kind: ItemKind; item: AppItem | null }

type ItemsProps = {
  section: AppSection
  names: Record<string, string>
  /** Receives the chosen report or playlist with its name, because the app that is not saved yet has no stored names. */
  onPick: (id: string, name: string) => void
  onChange: (items: AppItem[]) => void
}

function Items({ section, names, onPick, onChange }: ItemsProps) {
  const { t } = useTranslation()
  const [editing, setEditing] = useState<Editing | null>(null)
  const { items } = section
  const save = (item: AppItem) => {
    onChange(
      items.some(({ id }) => id === item.id)
        ? items.map((each) => (each.id === item.id ? item : each))
        : [...items, item],
    )
    setEditing(null)
  }
  return (
    <div className={classes.body}>
      {items.length === 0 ? <p className={classes.none}>{t('reports.apps.emptySection')}</p> : null}
      <OrderedList
        entries={items}
        nameOf={({ title }) => title}
        onChange={onChange}
        label={t('reports.apps.items')}
        renderWords={({ title, kind }) => (
          <>
            {title} <span className={classes.kind}>{t(`reports.apps.kind.${kind}`)}</span>
          </>
        )}
        renderActions={(item) => (
          <>
            <ActionIcon
              {...buttonProps}
              aria-label={t('reports.apps.change', { name: item.title })}
              onClick={() => setEditing({ kind: item.kind, item })}
            >
              <IconPencil size={16} stroke={1.8} aria-hidden />
            </ActionIcon>
            <ActionIcon
              {...buttonProps}
              aria-label={t('reports.apps.remove', { name: item.title })}
              onClick={() => onChange(items.filter(({ id }) => id !== item.id))}
            >
              <IconX size={16} stroke={1.8} aria-hidden />
            </ActionIcon>
          </>
        )}
      />
      {items.length < maxItems ? (
        <AppQuickItems
          section={section.title || t('reports.apps.newSection')}
          items={items}
          onPick={onPick}
          onAdd={(added) => onChange([...items, ...added].slice(0, maxItems))}
        />
      ) : null}
      <Menu>
        <Menu.Target>
          <Button
            className={classes.other}
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden />}
            aria-label={t('reports.apps.addItemTo', { name: section.title || t('reports.apps.newSection') })}
          >
            {t('reports.apps.addItem')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {dialogKinds.map((kind) => (
            <Menu.Item key={kind} onClick={() => setEditing({ kind, item: null })}>
              {t(`reports.apps.kind.${kind}`)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {editing === null ? null : (
        <AppItemDialog {...editing} names={names} onPick={onPick} onClose={() => setEditing(null)} onSave={save} />
      )}
    </div>
  )
}

const buttonProps = { variant: 'subtle', color: 'gray', size: 'lg' } as const

type MovesProps = { name: string; index: number; sections: AppSection[]; onChange: (sections: AppSection[]) => void }

/** The buttons up, down and remove of a section. */
function SectionMoves({ name, index, sections, onChange }: MovesProps) {
  const { t } = useTranslation()
  const move = (to: number) =>
    onChange(sections.toSpliced(index, 1).toSpliced(to, 0, ...sections.slice(index, index + 1)))
  return (
    <>
      <MoveButtons name={name} at={index} count={sections.length} onMove={move} />
      <ActionIcon
        {...buttonProps}
        aria-label={t('reports.apps.remove', { name })}
        onClick={() => onChange(sections.toSpliced(index, 1))}
      >
        <IconX size={16} stroke={1.8} aria-hidden />
      </ActionIcon>
    </>
  )
}
