import { defineKeys } from '../keys/keys.ts';
import { type Entries, type Field, textOf } from './schema-fields.ts';

defineKeys('Try a tool', {
  Enter: 'In a field: make the call',
  'Shift+Enter': 'In a field: a line break',
});

export interface FieldInputProps {
  readonly field: Field;
  /** The key of the entry. */
  readonly path: string;
  /** The prefix of the ids of the form's elements. */
  readonly form: string;
  readonly entries: Entries;
  readonly problem: string | undefined;
  readonly onEnter: (path: string, text: string) => void;
}

const YES_NO = ['true', 'false'] as const;

/** One parameter of a tool: its name, its description, and a control for its kind. */
export function FieldInput(props: FieldInputProps) {
  const { field, path, form, problem } = props;
  if (field.kind.is === 'group') {
    return (
      <fieldset class="try-group">
        <legend>{field.name}</legend>
        {field.kind.fields.map((inner) => (
          <FieldInput key={inner.name} {...props} field={inner} path={`${path}.${inner.name}`} />
        ))}
      </fieldset>
    );
  }
  const id = `${form}-${path}`;
  return (
    <div class="try-field">
      <label for={id}>
        {field.name}
        {field.isRequired && <span class="try-required"> (required)</span>}
      </label>
      <Control {...props} id={id} />
      <p id={`${id}-about`} class="try-about">
        {problem === undefined ? field.about : <strong>This {problem}</strong>}
      </p>
    </div>
  );
}

function Control({ field, path, entries, problem, onEnter, id }: FieldInputProps & { readonly id: string }) {
  const { kind, otherwise, isRequired } = field;
  const shared = {
    id,
    class: 'input',
    value: entries[path] ?? '',
    required: isRequired,
    'aria-describedby': `${id}-about`,
    'aria-invalid': problem !== undefined,
    onInput: ({
      currentTarget,
    }: {
      currentTarget: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
    }) => {
      onEnter(path, currentTarget.value);
    },
  };
  switch (kind.is) {
    case 'choice':
    case 'yes-no':
      return (
        <select {...shared}>
          <Options of={kind.is === 'choice' ? kind.of.map(textOf) : YES_NO} otherwise={otherwise} />
        </select>
      );
    case 'number':
      return (
        <input
          {...shared}
          type="number"
          step={kind.whole ? 1 : 'any'}
          {...(kind.least !== undefined && { min: kind.least })}
          {...(kind.most !== undefined && { max: kind.most })}
          placeholder={otherwise}
        />
      );
    case 'JSON':
      return <textarea {...shared} rows={5} placeholder={otherwise ?? kind.example} spellcheck={false} />;
    case 'text':
    case 'text or JSON':
      return (
        <textarea
          {...shared}
          rows={1}
          placeholder={otherwise}
          spellcheck={false}
          onKeyDown={(event) => {
            // Most texts have one line: Enter makes the call, Shift and Enter a line break.
            if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
            event.preventDefault();
            event.currentTarget.form?.requestSubmit();
          }}
        />
      );
    case 'group':
      return null;
  }
}

function Options({
  of,
  otherwise,
}: {
  readonly of: readonly string[];
  readonly otherwise: string | undefined;
}) {
  return (
    <>
      <option value="">{otherwise === undefined ? '' : `${otherwise} (default)`}</option>
      {of.map((choice) => (
        <option key={choice} value={choice}>
          {choice}
        </option>
      ))}
    </>
  );
}
