/** What a person may do about an error: a button behind its sentence. */
export type ToastAction = { label: string; onClick: () => void }
