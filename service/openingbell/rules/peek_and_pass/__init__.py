"""What Bull Market and Insiders share: buy looks at stacks, pay by locking cards, pass cards on, lay four down.

Law. Pure functions over one state. Whatever the two games do differently stands in the `Table` that a game makes (how
the Marketplace sorts, the size of a stack, one Panic or four discards, the award, the end) or in the game's own
package: its options, its view type, and the functions that differ.
"""
