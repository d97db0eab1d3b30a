/** Reads XML that must be well-formed into elements. */

import { XMLParser, XMLValidator } from 'fast-xml-parser';

export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly text: string;
  readonly children: readonly XmlElement[];
}

/** The element and all below it, in the order of the document. */
export function readXml(xml: string): readonly XmlElement[] {
  const validity = XMLValidator.validate(xml);
  if (validity !== true) throw new Error(`not well-formed: ${validity.err.msg} in line ${validity.err.line}`);
  const parser = new XMLParser({
    preserveOrder: true,
    ignoreAttributes: false,
    attributeNamePrefix: '',
    parseTagValue: false,
  });
  return (parser.parse(xml) as Parsed[]).flatMap(elementsOf).flatMap(withChildren);
}

/** As the parser gives it: `{ name: children, ':@': attributes }`, or `{ '#text': text }`. */
type Parsed = Readonly<Record<string, unknown>>;

function elementsOf(parsed: Parsed): readonly XmlElement[] {
  const name = Object.keys(parsed).find((key) => key !== ':@') ?? '';
  if (name === '#text' || name.startsWith('?')) return [];
  const content = parsed[name] as readonly Parsed[];
  const attributes = (parsed[':@'] ?? {}) as Readonly<Record<string, string>>;
  const text = content.map((part) => (typeof part['#text'] === 'string' ? part['#text'] : '')).join('');
  return [{ name, attributes, text, children: content.flatMap(elementsOf) }];
}

function withChildren(element: XmlElement): readonly XmlElement[] {
  return [element, ...element.children.flatMap(withChildren)];
}
