/** The way to a place inside an island: what is done, what is now, what comes. */
export const StepList = ({ label, steps, current }: { label: string; steps: string[]; current: number }) => (
  <ol className="steps" aria-label={label}>
    {steps.map((step, at) => (
      <li key={step} className={at < current ? 'done' : undefined} aria-current={at === current ? 'step' : undefined}>
        {step}
      </li>
    ))}
  </ol>
)
