import { typedName } from '#platform/contract/typed-name.ts'
import { addRecord, admin, foreign, type Made, own, type Probes, resellers, tenant_id } from '#testing/probe.ts'
import { people } from '#testing/world.ts'

const question = {
  type: 'single',
  dax: 'EVALUATE ROW("Total", 1)',
  column_name: null,
  operator: 'greater',
  value: '0',
  variables: [],
  message: { 'pt-BR': 'Total {{value}}', 'en-US': null, es: null, 'pt-PT': null },
}

const { message: _, ...asked } = question
const dryRun = {
  ...asked,
  dax: 'EVALUATE ROW("Total", {{dia}})',
  variables: [{ name: 'dia', value: '0', substitution: 'day' }],
  operator: 'is_blank',
  value: null,
  row_key: [],
  clear_value: null,
  fire_runs: 1,
  fire_of: 1,
  recover_runs: 1,
  on_no_data: 'evaluate',
  on_error: 'keep',
  days_back: 1,
  carry: null,
}

const plain = {
  enabled: 'S',
  repeat_policy: 'always',
  channels: ['portal'],
  webhook_url: null,
  target: 'admin',
  send_to_self: 'N',
  user_ids: [],
  group_ids: [],
  trigger_ids: [],
}

const newTask = ({ db, unique }: Made, owner_id = admin.id) =>
  addRecord(db, 'tasks', {
    tenant_id,
    name: `Quokka ${unique}`,
    report_id: resellers,
    type: 'single',
    dax: 'EVALUATE quokka',
    operator: 'is_blank',
    message: JSON.stringify({ 'pt-BR': 'Quokka', 'en-US': null, es: null, 'pt-PT': null }),
    repeat_policy: 'always',
    channels: ['portal'],
    target: 'admin',
    send_to_self: false,
    owner_id,
    owner_name: 'Quokka',
  })

const task = foreign(async (made) => ({ id: await newTask(made) }))

const newRun = async (made: Made) =>
  addRecord(made.db, 'task_runs', { tenant_id, task_id: await newTask(made), slot: made.unique, cause: 'person' })

const newRowState = (made: Made, task_id: string) =>
  addRecord(made.db, 'task_states', {
    tenant_id,
    task_id,
    identity_key: 'owner',
    row_key: made.unique,
    label: 'Quokka',
    state: 'firing',
    reason: 'holds',
    since: new Date(),
  })

const newFiringTask = async (made: Made) => {
  const task_id = await newTask(made)
  await made.db
    .insertInto('task_states')
    .values({
      tenant_id,
      task_id,
      identity_key: 'owner',
      row_key: '',
      label: '',
      state: 'firing',
      reason: 'holds',
      since: new Date(),
    })
    .execute()
  return task_id
}

export const probes: Probes = {
  'auth/auto_actions/all': own(),
  'auth/auto_actions/all/select': own(),
  'auth/auto_actions/export': own({ format: 'csv' }),
  'auth/auto_actions/get': task,
  'auth/auto_actions/add': foreign(({ unique }) => ({
    name: `Novo ${unique}`,
    report_id: resellers,
    ...question,
    ...plain,
  })),
  'auth/auto_actions/update': foreign(async (made) => ({
    id: await newTask(made),
    version: 1,
    name: `Outro ${made.unique}`,
  })),
  'auth/auto_actions/delete': task,
  'auth/auto_actions/take_over': foreign(async (made) => ({
    id: await newTask(made, people.userOfNorte.id),
    version: 1,
    name: typedName(`Quokka ${made.unique}`),
  })),
  'auth/auto_actions/run': task,
  'auth/auto_actions/test': foreign(() => ({ report_id: resellers, ...question })),
  'auth/auto_actions/dry_run': foreign(() => ({
    report_id: resellers,
    ...dryRun,
  })),
  'auth/auto_actions/runs/all': own({ task_id: '00000000-0000-4000-8000-00000000aaaa' }),
  'auth/auto_actions/states/all': own({ task_id: '00000000-0000-4000-8000-00000000aaaa' }),
  'auth/auto_actions/acknowledge': foreign(async (made) => ({ id: await newFiringTask(made), note: null })),
  'auth/auto_actions/silence': foreign(async (made) => ({ id: await newTask(made), until: null, note: 'Quokka' })),
  'auth/auto_actions/silences/delete': foreign(async (made) => ({
    id: await addRecord(made.db, 'task_silences', { tenant_id, task_id: await newTask(made), kind: 'weekends' }),
  })),
  'auth/auto_actions/rows/pause': foreign(async (made) => {
    const id = await newTask(made)
    return { id, state_id: await newRowState(made, id), note: 'Quokka' }
  }),
  'auth/auto_actions/rows/resume': foreign(async (made) => ({
    id: await addRecord(made.db, 'task_silences', {
      tenant_id,
      task_id: await newTask(made),
      kind: 'paused',
      row_key: made.unique,
    }),
  })),
  'auth/auto_actions/silences/all': own({ task_id: '00000000-0000-4000-8000-00000000aaaa' }),
  'auth/auto_actions/runs/get': foreign(async (made) => ({ id: await newRun(made) })),
  'auth/auto_actions/runs/recipients/all': own({ run_id: '00000000-0000-4000-8000-00000000aaaa' }),
  'auth/auto_actions/runs/export': own({ task_id: '00000000-0000-4000-8000-00000000aaaa', format: 'csv' }),
}
