// What is still to be sent in the session of a person who signs out. A screen that sends its state late registers here.
type Task = () => Promise<unknown>

const tasks: Task[] = []

/** The sign-out waits for the task, so the task limits its own time. Its failure does not matter. */
export function beforeSignOut(task: Task): void {
  tasks.push(task)
}

export async function finishBeforeSignOut(): Promise<void> {
  await Promise.allSettled(tasks.map((task) => task()))
}
