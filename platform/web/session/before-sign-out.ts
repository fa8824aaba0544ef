// Requests that must be sent before a person's session ends. A screen that sends its state with a delay registers its request here.
type Task = () => Promise<unknown>

const tasks: Task[] = []

/** The sign-out waits for the task, so the task limits its own time. Its failure does not matter. */
export function beforeSignOut(task: Task): void {
  tasks.push(task)
}

export async function finishBeforeSignOut(): Promise<void> {
  await Promise.allSettled(tasks.map((task) => task()))
}
