/** Short messages at the lower edge; screen readers hear them when they come. */

import { usePage } from './parts/context.ts';
import { Icon } from './parts/Icon.tsx';

export function PageMessages() {
  const { messages } = usePage();
  return (
    <div class="messages" role="status" aria-live="polite">
      {messages.all.value.map(({ id, text, kind, act }) => (
        <div key={id} class={`message ${kind}`}>
          <span>{text}</span>
          {act !== undefined && (
            <button
              type="button"
              class="button small"
              onClick={() => {
                messages.drop(id);
                act.run();
              }}
            >
              {act.label}
            </button>
          )}
          <button type="button" class="icon-button" aria-label="Dismiss" onClick={() => messages.drop(id)}>
            <Icon name="close" />
          </button>
        </div>
      ))}
    </div>
  );
}
