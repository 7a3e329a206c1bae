/** The way to a place inside an island: what is done, what is now, what comes. */
export const StepList = ({ label, steps, current }: { label: string; steps: string[]; current: number }) => (
  <ol className="steps" aria-label={label}>
    {steps.map((step, index) => (
      <li
        key={step}
        className={index < current ? 'done' : undefined}
        aria-current={index === current ? 'step' : undefined}
      >
        {step}
      </li>
    ))}
  </ol>
)
